// Reads the bytes of a config. The file is opened before its kind is checked, so that it cannot
// change in between.
#include <fcntl.h>
#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

#include "common/base/errors.hpp"
#include "common/config/config_file.hpp"
#include "common/config/yaml_tree.hpp"

namespace ldfi::config {
namespace {

std::string reason(int code) {
  return std::generic_category().message(code);
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Returns the name of the kind of a file that is not regular.
const char* kind_of(mode_t mode) {
  if (S_ISDIR(mode)) return "a directory";
  if (S_ISFIFO(mode)) return "a FIFO";
  if (S_ISCHR(mode) || S_ISBLK(mode)) return "a device";
  return "not a regular file";
}

}  // namespace

std::string read_config_bytes(const std::string& path, FileId file,
                              std::vector<Diagnostic>& problems) {
  const auto refuse = [&](std::string message) {
    problems.push_back({Severity::error, "config-file", {file, 0, 0, 1}, std::move(message), {}});
    return std::string();
  };
  const Descriptor fd(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY));
  if (fd.get() < 0 && !is_about_the_path(errno)) {
    throw EnvironmentError(fmt::format("open {}: {}", path, reason(errno)));
  }
  if (fd.get() < 0) return refuse(fmt::format("cannot open the config: {}", reason(errno)));
  struct stat status {};
  if (::fstat(fd.get(), &status) != 0) {
    throw EnvironmentError(fmt::format("fstat {}: {}", path, reason(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    return refuse(fmt::format("the config is {}", kind_of(status.st_mode)));
  }
  // Reads one byte more than the file's size, to detect its end. The file may grow in the meantime,
  // or its size may be unknown (/proc).
  std::string bytes(std::min(static_cast<std::size_t>(status.st_size), max_yaml_bytes) + 1, '\0');
  std::size_t size = 0;
  while (size <= max_yaml_bytes) {
    if (size == bytes.size()) bytes.resize(std::min(2 * size, max_yaml_bytes + 1));
    const ssize_t got = ::read(fd.get(), bytes.data() + size, bytes.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) throw EnvironmentError(fmt::format("read {}: {}", path, reason(errno)));
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  if (size > max_yaml_bytes) return refuse("the config is larger than 1 MiB");
  bytes.resize(size);
  return bytes;
}

}  // namespace ldfi::config
