#include "master/life/watch.hpp"

#include <fmt/core.h>
#include <semaphore.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <ctime>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/printable_output.hpp"
#include "common/base/process.hpp"
#include "common/base/thread.hpp"

namespace ldfi::app {
namespace {

// Seconds after which a process that was requested to stop is ended. The whole job must end within 5 s, of
// which mpirun needs up to 2 s to end the other ranks after one has left.
constexpr double patience_s = 1.5;
constexpr double worker_patience_s = 2.5;
// The time limit while an MPI job starts. Open MPI needs seconds to start a large job, and may hang
// if a rank leaves during the start.
constexpr double start_patience_s = 30;
/// If stop_requested() was not called for this many seconds, the main thread is assumed to be in a long
/// computation instead of a loop.
constexpr double attentive_s = 0.3;
constexpr long launcher_check_s = 1;

// The signal handler uses only these two variables, because few operations are allowed in a signal
// handler.
std::atomic<int> received{0};
sem_t wake;
static_assert(std::atomic<int>::is_always_lock_free);

void on_signal(int number) {
  const int saved = errno;
  received = number;
  sem_post(&wake);
  errno = saved;
}

double now_s() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Waits for the semaphore. Returns true if it was posted, false if the time ran out.
bool wait_s(long seconds) {
  timespec until{};
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += seconds;
  return sem_timedwait(&wake, &until) == 0;
}

}  // namespace

Watch::Watch(Role role) : role_(role), parent_(::getppid()) {
  LDFI_ENSURE(sem_init(&wake, 0, 0) == 0, "a semaphore can be made");
  on_stop_signals(on_signal);
  thread_ = start_thread([this] { run(); });
}

Watch::~Watch() {
  over_ = true;
  sem_post(&wake);
  thread_.join();
  // From now on signals are ignored, because the exit status is already decided.
  on_stop_signals(SIG_IGN);
}

std::optional<std::string> Watch::stop_requested() {
  asked_ = now_s();
  const int number = received;
  if (number == 0) return std::nullopt;
  heard_ = true;
  return std::string(signal_name(number));
}

void Watch::set_resume_hint(std::string text) {
  const std::lock_guard lock(mutex_);
  resume_hint_ = printable_output(text);
}

std::string Watch::resume_hint() const {
  const std::lock_guard lock(mutex_);
  return resume_hint_;
}

bool Watch::may_end_by_itself() const {
  return decided_ != undecided || heard_ || finishing_ || role_ == Role::worker ||
         role_ == Role::starting || now_s() - asked_ < attentive_s;
}

void Watch::leave(const std::string& why, int status) const {
  if (const int decided = decided_; decided != undecided) ::_exit(decided);
  std::string text = fmt::format("ldfi-farm: {}\n", why);
  if (const std::string more = resume_hint(); !more.empty()) text += "ldfi-farm: " + more + "\n";
  print_before_exit(text);  // does not use stdio, whose lock the main thread may hold
  ::_exit(status);
}

void Watch::launcher_is_gone() const {
  if (role_ != Role::alone && ::getppid() != parent_) {
    leave("the launcher of this rank has died", static_cast<int>(ExitStatus::environment));
  }
}

double Watch::patience() const {
  if (role_ == Role::starting) return start_patience_s;
  return role_ == Role::worker ? worker_patience_s : patience_s;
}

void Watch::run() {
  double first = 0;
  Role role = role_;
  int signals = 0;
  while (!over_) {
    const bool woken = wait_s(first > 0 ? 0 : launcher_check_s);
    launcher_is_gone();
    if (received == 0 || over_) continue;
    if (woken) ++signals;
    // A change of the role restarts the waiting time.
    if (first == 0 || role != role_) first = now_s();
    role = role_;
    if (!may_end_by_itself() || now_s() - first > patience() ||
        (role_ == Role::alone && signals > 1)) {
      leave(fmt::format("stopped on {}", signal_name(received)),
            static_cast<int>(ExitStatus::stopped));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
}

}  // namespace ldfi::app
