#include "worker/kernel/names.hpp"

#include <fcntl.h>
#include <unistd.h>

#include "worker/kernel/report.hpp"
#include "worker/kernel/sockets/network.hpp"

namespace ldfi::kernel {
namespace {

constexpr std::size_t most_bytes = 65536;
constexpr std::size_t most_name_bytes = 64;
/// The beginning of each file of hosts: the addresses of a node within itself.
constexpr const char* loopback = "127.0.0.1 localhost\n::1 localhost ip6-localhost ip6-loopback\n";
/// Text of /etc/nsswitch.conf. Programs then look for names of hosts in /etc/hosts only, because the
/// simulated network has no name server.
constexpr const char* sources = "passwd: files\ngroup: files\nshadow: files\nhosts: files\n";

struct Names {
  char* hosts = nullptr;  ///< content of the file of hosts; null if Linux has all files
  char name[most_name_bytes + 1] = "node";
  char name_line[most_name_bytes + 2] = {};  ///< content of the file with the name of this node
};

constinit Names names;

/// A file that the library kernel has in memory.
class TextFile : public File {
 public:
  long read(const Pieces& to) override {
    const long out = read_at(to, place_);
    if (out > 0) place_ += out;
    return out;
  }
  long read_at(const Pieces& to, long place) override {
    if (place < 0) return -EINVAL;
    const auto from = static_cast<std::size_t>(place);
    const std::size_t left = from < size_ ? size_ - from : 0;
    const std::size_t count = to.bytes() < left ? to.bytes() : left;
    return to.put(0, text_ + from, count) != 0 ? -EFAULT : static_cast<long>(count);
  }
  long seek(long offset, int from) override {
    if (from < SEEK_SET || from > SEEK_END) return -EINVAL;
    const long begin = from == SEEK_CUR ? place_ : from == SEEK_END ? size() : 0;
    if (offset < -begin) return -EINVAL;
    return place_ = begin + offset;
  }
  std::uint32_t events() override { return POLLIN | POLLRDNORM | POLLOUT | POLLWRNORM; }
  std::uint32_t mode() override { return 0100644; }
  [[nodiscard]] long size() const override { return static_cast<long>(size_); }
  bool is_watchable() override { return false; }
  void close() override { release(this, sizeof *this); }

  const char* text_ = nullptr;
  std::size_t size_ = 0;

 private:
  long place_ = 0;
};

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r';
}

/// Copies the next word of a line, and moves `at` behind this word.
void take_word(const char*& at, char (&out)[most_name_bytes + 1]) {
  std::size_t count = 0;
  while (is_space(*at)) ++at;
  for (; *at != '\0' && *at != '\n' && *at != '#' && !is_space(*at); ++at) {
    if (count < most_name_bytes) out[count++] = *at;
  }
  out[count] = '\0';
}

/// Names this node after the first line with its address.
void find_own_name(const char* hosts) {
  Text own;
  constexpr int per_part = 256;
  const int number = own_node() + 1;
  own.add("10.0.").add_number(number / per_part).add(".").add_number(number % per_part);
  for (const char* at = hosts; *at != '\0';) {
    char address[most_name_bytes + 1];
    char name[most_name_bytes + 1];
    take_word(at, address);
    take_word(at, name);
    if (own_node() >= 0 && is_equal(address, own.text()) && name[0] != '\0') {
      memcpy(names.name, name, sizeof name);
      return;
    }
    while (*at != '\0' && *at != '\n') ++at;
    if (*at == '\n') ++at;
  }
}

/// Returns the content of a file that the library kernel has itself, or null.
const char* content_of(const char* path) {
  if (names.hosts == nullptr) return nullptr;
  if (is_equal(path, "/etc/hosts")) return names.hosts;
  if (is_equal(path, "/etc/resolv.conf")) return "";
  if (is_equal(path, "/etc/nsswitch.conf")) return sources;
  const bool names_node =
      is_equal(path, "/etc/hostname") || is_equal(path, "/proc/sys/kernel/hostname");
  return names_node ? names.name_line : nullptr;
}

}  // namespace

void begin_names(const char* folder) {
  Text path;
  path.add(folder).add("/hosts");
  const long file = linux_call(SYS_openat, AT_FDCWD, address_of(path.text()), O_RDONLY | O_CLOEXEC);
  if (is_error(file)) return;
  const std::size_t begin = length_of(loopback);
  auto* const hosts = static_cast<char*>(allocate(begin + most_bytes + 1));
  memcpy(hosts, loopback, begin);
  const long got = linux_call(SYS_read, file, address_of(hosts + begin), most_bytes + 1);
  linux_call(SYS_close, file);
  if (is_error(got)) give_up("the library kernel cannot read the file of hosts");
  if (static_cast<std::size_t>(got) > most_bytes)
    give_up("the file of hosts has more than 65536 bytes");
  names.hosts = hosts;
  find_own_name(hosts + begin);
  const std::size_t length = length_of(names.name);
  memcpy(names.name_line, names.name, length);
  names.name_line[length] = '\n';
}

const char* node_name() {
  return names.name;
}

bool is_own_file(const char* path) {
  return content_of(path) != nullptr;
}

File* open_own_file(const char* path, int status) {
  const char* const content = content_of(path);
  if (content == nullptr) return nullptr;
  auto* const out = make_file<TextFile>(status);
  out->text_ = content;
  out->size_ = length_of(content);
  return out;
}

}  // namespace ldfi::kernel
