// Timers that run while no context waits for them: those of timerfd, setitimer and alarm.
#pragma once

#include <sys/timerfd.h>

#include "worker/kernel/clock.hpp"

namespace ldfi::kernel {

class Timer {
 public:
  /// Called when the timer has expired so many times.
  virtual void expire(std::uint64_t times) = 0;

  /// Sets the timer; a value of 0 stops it. Returns false if a time is not valid.
  bool set(const itimerspec& wanted, bool absolute, clockid_t clock);
  void stop();
  /// Returns the time that is left, and the interval.
  [[nodiscard]] itimerspec setting() const;

  [[nodiscard]] std::uint64_t at() const { return at_; }
  /// Called when its time has come.
  void run();

  Timer* next = nullptr;

 private:
  std::uint64_t at_ = never;
  std::uint64_t interval_ = 0;
  bool listed_ = false;
};

/// Returns the earliest time of a timer.
std::uint64_t next_timer();
/// Lets all timers expire whose time has come.
void run_timers();

}  // namespace ldfi::kernel
