#include "worker/kernel/clock.hpp"

namespace ldfi::kernel {
namespace {

bool is_of_the_day(clockid_t clock) {
  return clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_TAI ||
         clock == CLOCK_REALTIME_ALARM;
}

bool is_of_a_processor(clockid_t clock) {
  return clock < 0 || clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
}

}  // namespace

void begin_clock() {
  constexpr std::uint64_t cost = 200;
  clock_page() = {0, cost, 1'700'000'000 * second, 1'000 * second};
}

std::uint64_t after(std::uint64_t span) {
  return span >= never - now() ? never : now() + span;
}

bool span_of(const timespec& time, std::uint64_t& out) {
  if (time.tv_sec < 0 || time.tv_nsec < 0 || time.tv_nsec >= static_cast<long>(second))
    return false;
  const auto seconds = static_cast<std::uint64_t>(time.tv_sec);
  out = seconds > never / second - 1 ? never
                                     : seconds * second + static_cast<std::uint64_t>(time.tv_nsec);
  return true;
}

timespec time_of(std::uint64_t nanoseconds) {
  return {static_cast<time_t>(nanoseconds / second), static_cast<long>(nanoseconds % second)};
}

std::uint64_t moment_on(clockid_t clock, std::uint64_t moment) {
  if (moment == never) return never;
  const std::uint64_t zero = is_of_the_day(clock) ? clock_page().day : clock_page().machine;
  return moment > zero ? moment - zero : 0;
}

bool reading_of(clockid_t clock, std::uint64_t time, std::uint64_t& out) {
  if (is_of_a_processor(clock)) {
    out = time;  // a node computes whenever its time passes, as far as it can tell
  } else if (clock <= CLOCK_TAI) {
    out = time + (is_of_the_day(clock) ? clock_page().day : clock_page().machine);
  } else {
    return false;
  }
  return true;
}

}  // namespace ldfi::kernel
