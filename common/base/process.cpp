#include "common/base/process.hpp"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <exception>
#include <new>
#include <system_error>

#include "common/base/errors.hpp"

namespace ldfi {
namespace {

constexpr rlim_t least_stack = rlim_t{512} << 10U;
constexpr rlim_t notice_s = 2;

struct StopSignal {
  int number;
  std::string_view name;
};
// The signals with which people and schedulers stop a process. The list also has the signals of
// timers and devices that would end the process by default.
constexpr auto stop_signals = std::to_array<StopSignal>({{SIGUSR1, "SIGUSR1"},
                                                         {SIGUSR2, "SIGUSR2"},
                                                         {SIGTERM, "SIGTERM"},
                                                         {SIGINT, "SIGINT"},
                                                         {SIGXCPU, "SIGXCPU"},
                                                         {SIGHUP, "SIGHUP"},
                                                         {SIGALRM, "SIGALRM"},
                                                         {SIGVTALRM, "SIGVTALRM"},
                                                         {SIGPROF, "SIGPROF"},
                                                         {SIGIO, "SIGIO"},
                                                         {SIGPWR, "SIGPWR"},
                                                         {SIGSTKFLT, "SIGSTKFLT"}});

const char* program = "";

void say(std::string_view text) {
  for (const std::string_view part :
       {std::string_view(program), std::string_view(": "), text, std::string_view("\n")}) {
    print_before_exit(part);
  }
}

[[noreturn]] void leave(ExitStatus status) {
  ::_exit(static_cast<int>(status));
}

// Called if an exception leaves a thread or a destructor, or if no memory is left to report an
// error. Ends the process with a message, and allocates no memory.
[[noreturn]] void on_terminate() {
  if (const auto error = std::current_exception()) {
    try {
      std::rethrow_exception(error);
    } catch (const std::bad_alloc&) {
      say("out of memory");
      leave(ExitStatus::environment);
    } catch (const std::system_error& e) {
      say(e.what());
      leave(ExitStatus::environment);
    } catch (const EnvironmentError& e) {
      say(e.what());
      leave(ExitStatus::environment);
    } catch (const std::exception& e) {
      say(e.what());
    } catch (...) {
    }
  }
  say("this is a bug: nobody caught an exception");
  leave(ExitStatus::internal);
}

void take_standard_descriptors() {
  for (int wanted = STDIN_FILENO; wanted <= STDERR_FILENO; ++wanted) {
    if (::fcntl(wanted, F_GETFD) >= 0 || errno != EBADF) continue;
    // open() returns the lowest free number, which is `wanted`. The flag O_CLOEXEC is missing,
    // because a program that execv() starts needs the descriptor, too.
    if (::open("/dev/null", O_RDONLY) != wanted) leave(ExitStatus::environment);
  }
}

/// Lowers the soft limit on CPU time below the hard limit, because `ulimit -t` sets both to the
/// same value. The soft limit sends SIGXCPU, and the hard limit kills the process. After this call,
/// the signal arrives first.
void enable_cpu_limit_signal() {
  rlimit cpu{};
  if (::getrlimit(RLIMIT_CPU, &cpu) != 0 || cpu.rlim_max == RLIM_INFINITY) return;
  cpu.rlim_cur = std::min(cpu.rlim_cur, cpu.rlim_max - std::min(notice_s, cpu.rlim_max / 2));
  ::setrlimit(RLIMIT_CPU, &cpu);
}

void check_stack() {
  rlimit stack{};
  if (::getrlimit(RLIMIT_STACK, &stack) != 0 || stack.rlim_cur >= least_stack) return;
  say(
      fmt::format("the stack is limited to {} KiB, which is too little; raise it to {} KiB or more "
                  "(ulimit -s)",
                  stack.rlim_cur >> 10U, least_stack >> 10U));
  leave(ExitStatus::environment);
}

sigset_t set_of_stop_signals() {
  sigset_t set;
  sigemptyset(&set);
  for (const StopSignal& signal : stop_signals) sigaddset(&set, signal.number);
  return set;
}

}  // namespace

void begin_process(const char* name) {
  program = name;
  take_standard_descriptors();
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(on_terminate);
  check_stack();
  enable_cpu_limit_signal();
}

void block_stop_signals() {
  const sigset_t signals = set_of_stop_signals();
  ::pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

void on_stop_signals(void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  for (const StopSignal& signal : stop_signals) {
    struct sigaction before {};
    ::sigaction(signal.number, nullptr, &before);
    if (signal.number != SIGHUP || before.sa_handler != SIG_IGN) {
      ::sigaction(signal.number, &action, nullptr);
    }
  }
  const sigset_t signals = set_of_stop_signals();
  ::pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

std::vector<int> stop_signal_numbers() {
  std::vector<int> out;
  for (const StopSignal& signal : stop_signals) out.push_back(signal.number);
  return out;
}

std::string_view signal_name(int number) {
  for (const StopSignal& signal : stop_signals) {
    if (signal.number == number) return signal.name;
  }
  return "a signal";
}

void print_before_exit(std::string_view text) {
  const auto written = ::write(STDERR_FILENO, text.data(), text.size());
  static_cast<void>(written);
}

}  // namespace ldfi
