#include "worker/drive/nursery.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sched.h>
#include <signal.h>
#include <sys/personality.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <set>
#include <string_view>
#include <system_error>

#include "common/base/errors.hpp"
#include "worker/drive/tasks.hpp"

namespace ldfi::drive {
namespace {

constexpr std::size_t max_message = std::size_t{128} << 10U;

enum class Ask : std::uint8_t { start, end, own };

/// What the nursery answers: a pid or a status, or why not.
struct Answer {
  std::int32_t value = 0;
  std::int32_t error = 0;  ///< errno
};

[[noreturn]] void fail(const char* call) {
  throw EnvironmentError(fmt::format("{}: {}", call, std::generic_category().message(errno)));
}

struct Message {
  Ask ask = Ask::start;
  std::string text;
  std::array<int, 3> descriptors{-1, -1, -1};
};

union Control {
  std::array<char, CMSG_SPACE(sizeof(int) * 3)> bytes;
  cmsghdr header;
};

bool send_message(int socket, const Message& message) {
  std::string bytes(1, static_cast<char>(message.ask));
  bytes += message.text;
  iovec part{bytes.data(), bytes.size()};
  Control control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  if (message.descriptors[0] >= 0) {
    header.msg_control = control.bytes.data();
    header.msg_controllen = control.bytes.size();
    cmsghdr* rights = CMSG_FIRSTHDR(&header);
    rights->cmsg_level = SOL_SOCKET;
    rights->cmsg_type = SCM_RIGHTS;
    rights->cmsg_len = CMSG_LEN(sizeof(int) * 3);
    std::memcpy(CMSG_DATA(rights), message.descriptors.data(), sizeof(int) * 3);
  }
  ssize_t sent = 0;
  do sent = ::sendmsg(socket, &header, MSG_NOSIGNAL);
  while (sent < 0 && errno == EINTR);
  return sent == static_cast<ssize_t>(bytes.size());
}

/// False at the end.
bool receive_message(int socket, Message& message) {
  std::string bytes(max_message, '\0');
  iovec part{bytes.data(), bytes.size()};
  Control control{};
  msghdr header{};
  header.msg_iov = &part;
  header.msg_iovlen = 1;
  header.msg_control = control.bytes.data();
  header.msg_controllen = control.bytes.size();
  ssize_t got = 0;
  do got = ::recvmsg(socket, &header, MSG_CMSG_CLOEXEC);
  while (got < 0 && errno == EINTR);
  if (got <= 0) return false;
  message.ask = static_cast<Ask>(bytes[0]);
  message.text = bytes.substr(1, static_cast<std::size_t>(got) - 1);
  message.descriptors = {-1, -1, -1};
  const cmsghdr* rights = CMSG_FIRSTHDR(&header);
  if (rights != nullptr && rights->cmsg_type == SCM_RIGHTS) {
    std::memcpy(message.descriptors.data(), CMSG_DATA(rights), sizeof(int) * 3);
  }
  return true;
}

/// Words, each with a NUL behind it.
std::string packed(const Program& program) {
  std::string out = program.folder + '\0' + std::to_string(program.command.size()) + '\0' +
                    std::to_string(program.processor) + '\0';
  for (const std::string& word : program.command) out += word + '\0';
  for (const std::string& word : program.environment) out += word + '\0';
  return out;
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> out;
  while (!text.empty()) {
    const std::size_t end = text.find('\0');
    out.emplace_back(text.substr(0, end));
    text.remove_prefix(end + 1);
  }
  return out;
}

/// In the new process. Returns only if something failed.
void become(std::vector<std::string>& words, const std::array<int, 3>& descriptors) {
  for (int i = 0; i < 3; ++i) {
    if (::dup2(descriptors.at(static_cast<std::size_t>(i)), i) < 0) return;
  }
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::setsid() < 0) return;
  ::personality(ADDR_NO_RANDOMIZE);  // as alike as possible each time
  const rlimit none{0, 0};
  ::setrlimit(RLIMIT_CORE, &none);
  sigset_t empty;
  ::sigemptyset(&empty);
  ::sigprocmask(SIG_SETMASK, &empty, nullptr);
  for (int number = 1; number < NSIG; ++number) ::signal(number, SIG_DFL);
  if (::chdir(words[0].c_str()) != 0) return;
  const std::size_t count = std::stoul(words[1]);
  if (const int processor = std::stoi(words[2]); processor >= 0) {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(processor), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  std::vector<char*> arguments;
  for (std::size_t i = 0; i < count; ++i) arguments.push_back(words[3 + i].data());
  arguments.push_back(nullptr);
  for (std::size_t i = 3 + count; i < words.size(); ++i) ::putenv(words[i].data());
  ::execvp(arguments[0], arguments.data());
}

Answer start_child(const Message& message) {
  std::vector<std::string> words = words_of(message.text);
  std::array<int, 2> pipe{};
  if (::pipe2(pipe.data(), O_CLOEXEC) != 0) return {0, errno};
  const Descriptor from(pipe[0]);
  Descriptor to(pipe[1]);
  const pid_t pid = ::fork();
  if (pid < 0) return {0, errno};
  if (pid == 0) {
    become(words, message.descriptors);
    const std::int32_t why = errno;
    [[maybe_unused]] const ssize_t told = ::write(to.get(), &why, sizeof why);
    ::_exit(127);
  }
  to.close();
  std::int32_t why = 0;
  if (::read(from.get(), &why, sizeof why) == sizeof why) {
    ::waitpid(pid, nullptr, 0);
    return {0, why};
  }
  return {pid, 0};
}

void kill_and_wait(const std::vector<pid_t>& all) {
  for (const pid_t pid : all) ::kill(pid, SIGKILL);
  for (const pid_t pid : all) ::waitpid(pid, nullptr, 0);
}

Answer end_child(pid_t pid) {
  ::kill(-pid, SIGKILL);
  ::kill(pid, SIGKILL);
  int status = 0;
  pid_t ended = 0;
  do ended = ::waitpid(pid, &status, 0);
  while (ended < 0 && errno == EINTR);
  ::kill(-pid, SIGKILL);  // what it forked in the meantime
  return ended == pid ? Answer{status, 0} : Answer{0, errno};
}

/// What nodes left behind: children that none of them is.
void end_strays(const std::set<pid_t>& nodes) {
  for (;;) {
    std::vector<pid_t> strays = children_of(::getpid());  // those that left their session, too
    std::erase_if(strays, [&nodes](pid_t pid) { return nodes.contains(pid); });
    if (strays.empty()) return;
    kill_and_wait(strays);
  }
}

[[noreturn]] void tend(const Descriptor& socket) {
  ::setsid();  // a signal from a terminal is for the process that asks
  for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGUSR1, SIGUSR2, SIGPIPE, SIGALRM}) {
    ::signal(number, SIG_IGN);
  }
  ::prctl(PR_SET_CHILD_SUBREAPER, 1);
  std::set<pid_t> nodes;
  std::string folder;
  Message message;
  while (receive_message(socket.get(), message)) {
    Answer answer;
    if (message.ask == Ask::start) {
      answer = start_child(message);
      if (answer.error == 0) nodes.insert(answer.value);
      for (const int one : message.descriptors) ::close(one);
    } else if (message.ask == Ask::own) {
      folder = message.text;
    } else {
      const auto pid = static_cast<pid_t>(std::stol(message.text));
      answer = end_child(pid);
      nodes.erase(pid);
      end_strays(nodes);
    }
    if (::send(socket.get(), &answer, sizeof answer, MSG_NOSIGNAL) < 0) break;
  }
  end_strays({});
  std::error_code ignored;
  if (!folder.empty()) std::filesystem::remove_all(folder, ignored);
  ::_exit(0);
}

Answer ask(int socket, const Message& message) {
  Answer answer;
  if (!send_message(socket, message)) {
    throw EnvironmentError("the nursery of processes is gone: somebody killed it, perhaps a node");
  }
  ssize_t got = 0;
  do got = ::recv(socket, &answer, sizeof answer, 0);
  while (got < 0 && errno == EINTR);
  if (got != sizeof answer)
    throw EnvironmentError("the nursery of processes is gone: somebody killed it");
  return answer;
}

}  // namespace

std::unique_ptr<Nursery> Nursery::begin() {
  std::array<int, 2> ends{};
  if (::socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("socketpair");
  Descriptor ours(ends[0]);
  Descriptor its(ends[1]);
  const pid_t pid = ::fork();
  if (pid < 0) fail("fork");
  if (pid == 0) {
    ours.close();
    tend(its);
  }
  return std::unique_ptr<Nursery>(new Nursery(std::move(ours), pid));
}

Child Nursery::start(const Program& program) {
  std::array<int, 2> in{};
  std::array<int, 2> out{};
  std::array<int, 2> err{};
  if (::pipe2(in.data(), O_CLOEXEC) != 0) fail("pipe");
  Descriptor reads(in[0]);
  Child child;
  child.in = Descriptor(in[1]);
  if (::pipe2(out.data(), O_CLOEXEC) != 0) fail("pipe");
  Descriptor says(out[1]);
  child.out = Descriptor(out[0]);
  if (::pipe2(err.data(), O_CLOEXEC) != 0) fail("pipe");
  Descriptor complains(err[1]);
  child.err = Descriptor(err[0]);
  for (const int one : {child.in.get(), child.out.get(), child.err.get()}) {
    if (::fcntl(one, F_SETFL, O_NONBLOCK) != 0) fail("fcntl");
  }
  const std::string text = packed(program);
  if (text.size() + 1 > max_message) {
    throw EnvironmentError("the command and its environment are too long");
  }
  const Answer answer =
      ask(socket_.get(), {Ask::start, text, {reads.get(), says.get(), complains.get()}});
  if (answer.error == ENOENT || answer.error == EACCES || answer.error == ENOEXEC) {
    throw InputError({Severity::error,
                      "system-command",
                      {FileId(~0U), 0, 0, 1},
                      fmt::format("{} cannot be started: {}", program.command.front(),
                                  std::generic_category().message(answer.error)),
                      {}});
  }
  if (answer.error != 0) {
    throw EnvironmentError(fmt::format("start {}: {}", program.command.front(),
                                       std::generic_category().message(answer.error)));
  }
  child.pid = answer.value;
  started_.insert(child.pid);
  // The nursery sleeps until it is asked again; at once it may not have begun to.
  if (!tells_where_) tells_where_ = drive::tells_where(pid_);
  return child;
}

void Nursery::own(const std::string& folder) {
  ask(socket_.get(), {Ask::own, folder, {-1, -1, -1}});
}

std::vector<pid_t> Nursery::strays() const {
  std::vector<pid_t> out = children_of(pid_);
  std::erase_if(out, [this](pid_t pid) { return started_.contains(pid); });
  return out;
}

int Nursery::end(pid_t pid) {
  started_.erase(pid);
  const Answer answer = ask(socket_.get(), {Ask::end, std::to_string(pid), {-1, -1, -1}});
  return answer.value;
}

}  // namespace ldfi::drive
