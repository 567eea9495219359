#include "results/app/limited_run.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <new>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/process.hpp"
#include "common/config/option_value.hpp"
#include "results/hdf5/hdf5_source.hpp"

namespace ldfi::results {
namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void failed(const char* call) {
  throw EnvironmentError(fmt::format("{}: {}", call, std::generic_category().message(errno)));
}

/// Lowers the soft limit of the resource to `most`. Does not change the user's hard limit.
void lower(__rlimit_resource_t resource, std::uint64_t most) {
  rlimit limit{};
  ::getrlimit(resource, &limit);
  limit.rlim_cur = std::min<rlim_t>(limit.rlim_max, most);
  ::setrlimit(resource, &limit);
}

/// Returns the processor time in seconds that HDF5 may use to read a file. A valid file of the same
/// size needs much less.
std::uint64_t seconds_to_read(const std::string& path) {
  constexpr std::uint64_t at_least = 5;
  constexpr std::uint64_t bytes_in_a_second = 1'000'000;
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return at_least;
  return at_least + static_cast<std::uint64_t>(status.st_size) / bytes_in_a_second;
}

bool is_crash(int signal) {
  constexpr std::array crashes{SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP, SIGSYS};
  return std::find(crashes.begin(), crashes.end(), signal) != crashes.end();
}

}  // namespace

/// A child process, as its parent sees it. Only be_child() runs in the child.
class Child {
 public:
  Child(const Limits& limits, const std::function<int(Stage&)>& work) : limits_(limits) {
    void* shared =
        ::mmap(nullptr, sizeof(Stage), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (shared == MAP_FAILED) failed("mmap");
    stage_ = new (shared) Stage;
    make_pipe();
    const pid_t parent = ::getpid();
    pid_ = ::fork();
    if (pid_ < 0) failed("fork");
    if (pid_ == 0) be_child(parent, work);
    ::close(ends_[1]);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child() {
    ::close(ends_[0]);
    ::munmap(stage_, sizeof(Stage));
  }

  int status() {
    const bool in_time = ends_in_time();
    int status = 0;
    while (::waitpid(pid_, &status, 0) < 0) {
      if (errno != EINTR) failed("waitpid");
    }
    const At at = stage_->at_;
    if (!in_time) {
      throw BudgetExceeded("time",
                           fmt::format("the time limit of {} ran out; --time-limit allows more",
                                       config::show_duration(limits_.seconds)));
    }
    if (at == At::out_of_memory) {
      throw BudgetExceeded("memory",
                           fmt::format("the memory limit of {} ran out; --memory-limit allows more",
                                       config::show_bytes(limits_.bytes)));
    }
    if (WIFEXITED(status)) return WEXITSTATUS(status);
    died_of(WTERMSIG(status), at);
  }

 private:
  using At = Stage::At;

  /// Makes the pipe with descriptors above 2, because the pipe must not take the place of a closed
  /// stdout.
  void make_pipe() {
    if (::pipe2(ends_.data(), O_CLOEXEC) != 0) failed("pipe2");
    for (int& end : ends_) {
      const int higher = ::fcntl(end, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
      if (higher < 0) failed("fcntl");
      ::close(end);
      end = higher;
    }
  }

  [[noreturn]] void be_child(pid_t parent, const std::function<int(Stage&)>& work) const {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(0);
    for (const int number : stop_signal_numbers()) {
      // A signal ends the child, and the parent then reports it. A signal that was ignored before
      // stays ignored.
      if (std::signal(number, SIG_DFL) == SIG_IGN) std::signal(number, SIG_IGN);
    }
    lower(RLIMIT_CORE, 0);
    lower(RLIMIT_AS, limits_.bytes);
    lower(RLIMIT_CPU, seconds_to_read(limits_.file));
    static Stage* shared = stage_;
    std::set_new_handler([] {  // exits, because throwing an exception may need more memory
      shared->at_ = At::out_of_memory;
      ::_exit(0);
    });
    std::exit(work(*stage_));
  }

  /// Waits until the child has closed its end of the pipe. If the time is up first, kills the child
  /// and returns false.
  [[nodiscard]] bool ends_in_time() const {
    const auto end = Clock::now() + std::chrono::duration<double>(limits_.seconds);
    pollfd other_end{ends_[0], POLLIN, 0};
    for (bool writing = false;;) {
      const double left = std::chrono::duration<double>(end - Clock::now()).count();
      const int ms = static_cast<int>(std::ceil(std::clamp(left, 0.0, 1e6) * 1000));
      if (::poll(&other_end, 1, writing ? -1 : ms) > 0) return true;
      if (writing || Clock::now() < end) continue;
      At at = stage_->at_;
      while (at < At::writing && !stage_->at_.compare_exchange_weak(at, At::late)) continue;
      if (at < At::writing) {
        ::kill(pid_, SIGKILL);
        return false;
      }
      writing = true;
    }
  }

  [[noreturn]] void died_of(int signal, At at) const {
    if (at == At::reading && is_crash(signal)) {
      throw DamagedFile(limits_.file, "", "it is damaged: HDF5 crashes while it reads the file");
    }
    if (at == At::reading && signal == SIGXCPU) {
      throw DamagedFile(limits_.file, "", "it is damaged: HDF5 does not finish reading it");
    }
    const std::string text = fmt::format("signal {} ({})", signal, ::strsignal(signal));
    if (is_crash(signal)) throw InternalError(text);
    throw EnvironmentError("the working process was ended by " + text);
  }

  Limits limits_;
  Stage* stage_ = nullptr;
  std::array<int, 2> ends_{};
  pid_t pid_ = -1;
};

void Stage::computing() {
  lower(RLIMIT_CPU, RLIM_INFINITY);
  At expected = At::reading;
  at_.compare_exchange_strong(expected, At::computing);
}

void Stage::writing() {
  At expected = At::computing;
  if (at_.compare_exchange_strong(expected, At::writing)) return;
  for (;;) ::pause();  // the parent will kill this process, because the time is up
}

int run_limited(const Limits& limits, const std::function<int(Stage&)>& work) {
  return Child(limits, work).status();
}

}  // namespace ldfi::results
