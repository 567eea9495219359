#include "worker/kernel/timers.hpp"

namespace ldfi::kernel {
namespace {

constinit Timer* timers = nullptr;

Timer* earliest() {
  Timer* out = nullptr;
  for (Timer* one = timers; one != nullptr; one = one->next) {
    if (out == nullptr || one->at() < out->at()) out = one;
  }
  return out;
}

}  // namespace

bool Timer::set(const itimerspec& wanted, bool absolute, clockid_t clock) {
  std::uint64_t first = 0;
  std::uint64_t interval = 0;
  if (!span_of(wanted.it_value, first) || !span_of(wanted.it_interval, interval)) return false;
  stop();
  if (first == 0) return true;
  at_ = absolute ? moment_on(clock, first) : after(first);
  interval_ = interval;
  if (at_ == never) return true;
  listed_ = true;
  next = nullptr;
  Timer** place = &timers;
  while (*place != nullptr) place = &(*place)->next;
  *place = this;
  if (at_ <= now()) run();
  return true;
}

void Timer::stop() {
  if (listed_) {
    Timer** place = &timers;
    while (*place != this) place = &(*place)->next;
    *place = next;
  }
  listed_ = false;
  at_ = never;
  interval_ = 0;
}

itimerspec Timer::setting() const {
  if (at_ == never) return {};
  return {time_of(interval_), time_of(at_ > now() ? at_ - now() : 1)};
}

void Timer::run() {
  if (interval_ == 0) {
    stop();
    return expire(1);
  }
  const std::uint64_t times = 1 + (now() - at_) / interval_;
  at_ += times * interval_;
  expire(times);
}

std::uint64_t next_timer() {
  const Timer* const first = earliest();
  return first == nullptr ? never : first->at();
}

void run_timers() {
  for (;;) {
    Timer* const first = earliest();
    if (first == nullptr || first->at() > now()) return;
    first->run();
  }
}

}  // namespace ldfi::kernel
