#include "worker/drive/zygote.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <iterator>

#include "common/base/contract.hpp"

// CMake includes the bytes of the script here (worker/zygote/script.S).
extern "C" {
extern const char ldfi_zygote[];
extern const char ldfi_zygote_end[];
}

namespace ldfi::drive {
namespace {

/// Python code that reads the zygote's script from its first message and executes it. If the script
/// were a file, a node could change it.
constexpr const char* loader = "import os;exec(os.read(0,1<<18))";

bool send_node(int socket, std::string text, const std::vector<Descriptor>& descriptors) {
  std::vector<int> numbers;
  for (const Descriptor& one : descriptors) numbers.push_back(one.get());
  return send_packet(socket, text.data(), text.size(), numbers);
}

}  // namespace

std::vector<std::string> Zygote::command(std::vector<std::string> node, std::size_t place,
                                         bool clock) {
  LDFI_REQUIRE(place < node.size(), "the command has this word");
  const std::array<std::string, 3> words{"-c", loader, clock ? "clock" : "none"};
  node.insert(node.begin() + static_cast<std::ptrdiff_t>(place), words.begin(), words.end());
  return node;
}

std::vector<Descriptor> Zygote::open() {
  std::array<int, 2> ends{};
  std::vector<Descriptor> out;
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) return out;
  socket_ = Descriptor(ends[0]);
  Descriptor its(ends[1]);
  const int yes = 1;
  if (::setsockopt(socket_.get(), SOL_SOCKET, SO_PASSCRED, &yes, sizeof yes) != 0) return out;
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return out;
  complaints_ = Descriptor(ends[0]);
  Descriptor says(ends[1]);
  const int again = ::fcntl(says.get(), F_DUPFD_CLOEXEC, 0);
  if (again < 0 || ::fcntl(complaints_.get(), F_SETFL, O_NONBLOCK) != 0) return out;
  out.push_back(std::move(its));
  out.push_back(std::move(says));
  out.emplace_back(again);
  return out;
}

void Zygote::begin(pid_t pid) {
  pid_ = pid;
  ready_ = asked_ = false;
  last_.clear();
  std::string script(ldfi_zygote, ldfi_zygote_end);
  // If the zygote has ended, this fails, and a later call of receive() notices it.
  send_packet(socket_.get(), script.data(), script.size(), {});
}

void Zygote::forget() {
  *this = {};
}

void Zygote::read_complaints() {
  constexpr std::size_t most = 150;
  std::array<char, 4096> bytes{};
  const ssize_t got = ::read(complaints_.get(), bytes.data(), bytes.size());
  if (got == 0)
    complaints_ = Descriptor();  // poll() would report the end of a descriptor again
                                 // and again
  if (got > 0) last_.append(bytes.data(), static_cast<std::size_t>(got));
  if (last_.size() > most) last_.erase(0, last_.size() - most);
}

std::optional<Zygote::Said> Zygote::receive() {
  constexpr int moment_ms = 100;
  std::array<pollfd, 2> all{{{socket_.get(), POLLIN, 0}, {complaints_.get(), POLLIN, 0}}};
  const int found = ::poll(all.data(), all.size(), moment_ms);
  if (all[1].revents != 0) read_complaints();
  if (found <= 0 || all[0].revents == 0) return std::nullopt;
  std::array<char, 1024> bytes{};
  union {
    std::array<char, CMSG_SPACE(sizeof(ucred))> room;
    cmsghdr header;
  } control{};
  iovec part{bytes.data(), bytes.size()};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.room.data();
  header.msg_controllen = control.room.size();
  const ssize_t got = ::recvmsg(socket_.get(), &header, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
  if (got < 0 && (errno == EINTR || errno == EAGAIN)) return std::nullopt;
  Said out;
  if (got <= 0) return out;
  out.text.assign(bytes.data(), static_cast<std::size_t>(got));
  const cmsghdr* const sender = CMSG_FIRSTHDR(&header);
  if (sender != nullptr && sender->cmsg_type == SCM_CREDENTIALS) {
    ucred who{};
    std::memcpy(&who, CMSG_DATA(sender), sizeof who);
    out.from = who.pid;
  }
  return out;
}

Answer Zygote::gone(const std::string& why) const {
  Answer out{0, ESRCH};
  const std::string text = why.empty() ? last_ : why;
  std::strncpy(out.why.data(), text.c_str(), out.why.size() - 1);
  return out;
}

Answer Zygote::fork(const std::string& folder, const std::string& clock,
                    const std::vector<Descriptor>& descriptors) {
  if (!ready_) {
    const std::optional<Said> said = receive();
    if (!said) return {0, EAGAIN};
    ready_ = said->text == "ready";
    if (!ready_) return gone(said->text);
  }
  if (!asked_ && !send_node(socket_.get(), folder + '\0' + clock + '\0', descriptors)) {
    return gone("");
  }
  asked_ = true;
  const std::optional<Said> said = receive();
  if (!said) return {0, EAGAIN};
  asked_ = false;
  if (said->text != "1" || said->from <= 0) return gone(said->text);
  return {said->from, 0};
}

}  // namespace ldfi::drive
