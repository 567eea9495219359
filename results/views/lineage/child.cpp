#include "results/views/lineage/child.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <memory>
#include <system_error>

extern char** environ;

namespace ldfi::results {
namespace {

constexpr std::size_t max_output = std::size_t{64} << 20U;

using Clock = std::chrono::steady_clock;

std::string reason(const char* call, int code) {
  return fmt::format("{}: {}", call, std::generic_category().message(code));
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { reset(); }
  [[nodiscard]] int get() const { return fd_; }
  void reset() {
    if (fd_ >= 0) ::close(fd_);
    fd_ = -1;
  }

 private:
  int fd_;
};

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Returns a nameless file that holds `text`, positioned at its beginning.
File file_of(const std::string& text) {
  File file(std::tmpfile());
  if (!file) return nullptr;
  if (std::fwrite(text.data(), 1, text.size(), file.get()) != text.size()) return nullptr;
  if (std::fflush(file.get()) != 0) return nullptr;
  ::lseek(::fileno(file.get()), 0, SEEK_SET);
  return file;
}

/// Starts the child process. Returns 0 or errno. The child does not ignore SIGPIPE, even if this process
/// does.
int spawn(const std::vector<std::string>& arguments, int in, int out, pid_t& pid) {
  std::vector<char*> argv;
  for (const std::string& a : arguments) argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
  posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGPIPE);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
  const int status =
      posix_spawnp(&pid, arguments.front().c_str(), &actions, &attributes, argv.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return status;
}

/// Reads `fd` to its end. Returns an error message if that fails, or an empty text.
std::string read_all(int fd, Clock::time_point deadline, std::string& out) {
  std::array<char, 65536> buffer{};
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return "it took too long";
    pollfd ready{fd, POLLIN, 0};
    const int polled = ::poll(&ready, 1, static_cast<int>(left));
    if (polled < 0 && errno != EINTR) return reason("poll", errno);
    if (polled <= 0) continue;
    const ssize_t n = ::read(fd, buffer.data(), buffer.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return reason("read", errno);
    if (n == 0) return "";
    out.append(buffer.data(), static_cast<std::size_t>(n));
    if (out.size() > max_output) return "it wrote too much";
  }
}

/// Waits until the child ends, which may be after it has closed its output. Returns an error message, or an
/// empty text.
std::string wait_for(pid_t pid, Clock::time_point deadline, bool kill_now) {
  std::string problem;
  for (;;) {
    if (kill_now || Clock::now() > deadline) {
      ::kill(pid, SIGKILL);
      if (!kill_now) problem = "it took too long";
      kill_now = true;
    }
    int status = 0;
    const pid_t ended = ::waitpid(pid, &status, kill_now ? 0 : WNOHANG);
    if (ended < 0 && errno == EINTR) continue;
    if (ended == 0) {
      ::usleep(1000);
      continue;
    }
    if (!problem.empty() || kill_now) return problem;
    if (ended < 0) return reason("waitpid", errno);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) return "it is not installed";
    return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? "" : "it failed";
  }
}

}  // namespace

ChildOutput run_child(const std::vector<std::string>& arguments, const std::string& input,
                      int timeout_ms) {
  const auto deadline = Clock::now() + std::chrono::milliseconds(timeout_ms);
  const File in = file_of(input);
  if (!in) return {"", reason("tmpfile", errno)};
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return {"", reason("pipe", errno)};
  const Descriptor reader(ends[0]);
  Descriptor writer(ends[1]);
  pid_t pid = 0;
  const int failed = spawn(arguments, ::fileno(in.get()), writer.get(), pid);
  if (failed != 0) return {"", failed == ENOENT ? "it is not installed" : reason("spawn", failed)};
  writer.reset();
  ChildOutput result;
  result.problem = read_all(reader.get(), deadline, result.out);
  const std::string ending = wait_for(pid, deadline, !result.problem.empty());
  if (result.problem.empty()) result.problem = ending;
  return result;
}

}  // namespace ldfi::results
