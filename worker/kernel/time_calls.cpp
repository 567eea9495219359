// Calls about time: clocks, sleeps, and timers that send signals.
#include <sys/time.h>
#include <sys/times.h>
#include <sys/timex.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/context.hpp"
#include "worker/kernel/memory.hpp"
#include "worker/kernel/process.hpp"
#include "worker/kernel/timers.hpp"

namespace ldfi::kernel {
namespace {

long clock_gettime_call(const Call& call) {
  std::uint64_t reading = 0;
  if (!reading_of(call.number_at(0), now(), reading)) return -EINVAL;
  return write_guest(call[1], time_of(reading));
}

long clock_getres_call(const Call& call) {
  std::uint64_t reading = 0;
  if (!reading_of(call.number_at(0), now(), reading)) return -EINVAL;
  return call[1] == 0 ? 0 : write_guest(call[1], timespec{0, 1});
}

long gettimeofday_call(const Call& call) {
  constexpr long per_unit = 1000;
  const timespec time = time_of(now() + clock_page().day);
  if (call[0] != 0 && write_guest(call[0], timeval{time.tv_sec, time.tv_nsec / per_unit}) != 0)
    return -EFAULT;
  return call[1] == 0 ? 0 : write_guest(call[1], std::uint64_t{0});
}

long time_call(const Call& call) {
  const auto out = static_cast<long>((now() + clock_page().day) / second);
  return call[0] != 0 && write_guest(call[0], out) != 0 ? -EFAULT : out;
}

/// Sleeps until this time. Writes the time that is left to `rest` if a signal interrupts a sleep.
long sleep_until(std::uint64_t deadline, std::uint64_t rest) {
  if (deadline <= now()) {
    yield();
    return 0;
  }
  if (wait_until(deadline) != Outcome::interrupted) return 0;
  if (rest != 0 && write_guest(rest, time_of(deadline > now() ? deadline - now() : 0)) != 0)
    return -EFAULT;
  return -EINTR;
}

long nanosleep_call(const Call& call) {
  timespec time{};
  std::uint64_t span = 0;
  if (read_guest(time, call[0]) != 0) return -EFAULT;
  if (!span_of(time, span)) return -EINVAL;
  return sleep_until(after(span), call[1]);
}

long clock_nanosleep_call(const Call& call) {
  timespec time{};
  std::uint64_t span = 0;
  std::uint64_t reading = 0;
  const clockid_t clock = call.number_at(0);
  if (!reading_of(clock, now(), reading) || clock == CLOCK_THREAD_CPUTIME_ID) return -EINVAL;
  if (read_guest(time, call[2]) != 0) return -EFAULT;
  if (!span_of(time, span)) return -EINVAL;
  const bool absolute = (call[1] & TIMER_ABSTIME) != 0;
  return absolute ? sleep_until(moment_on(clock, span), 0) : sleep_until(after(span), call[3]);
}

timespec time_of_parts(const timeval& time) {
  constexpr long per_unit = 1000;
  return {time.tv_sec, time.tv_usec * per_unit};
}

itimerval parts_of(const itimerspec& setting) {
  constexpr long per_unit = 1000;
  return {{setting.it_interval.tv_sec, setting.it_interval.tv_nsec / per_unit},
          {setting.it_value.tv_sec, setting.it_value.tv_nsec / per_unit}};
}

long setitimer_call(const Call& call) {
  itimerval wanted{};
  if (call.number_at(0) != ITIMER_REAL) return -EINVAL;
  if (call[1] != 0 && read_guest(wanted, call[1]) != 0) return -EFAULT;
  const itimerval before = parts_of(own_process().alarm.setting());
  const itimerspec setting{time_of_parts(wanted.it_interval), time_of_parts(wanted.it_value)};
  if (!own_process().alarm.set(setting, false, CLOCK_MONOTONIC)) return -EINVAL;
  return call[2] == 0 ? 0 : write_guest(call[2], before);
}

long getitimer_call(const Call& call) {
  if (call.number_at(0) != ITIMER_REAL) return -EINVAL;
  return write_guest(call[1], parts_of(own_process().alarm.setting()));
}

long alarm_call(const Call& call) {
  const timespec left = own_process().alarm.setting().it_value;
  constexpr long half = 500'000'000;
  const long rounded = left.tv_sec + (left.tv_nsec >= half ? 1 : 0);
  const long out = rounded == 0 && left.tv_nsec > 0 ? 1 : rounded;
  own_process().alarm.set({{0, 0}, {static_cast<time_t>(static_cast<std::uint32_t>(call[0])), 0}},
                          false, CLOCK_MONOTONIC);
  return out;
}

long times_call(const Call& call) {
  constexpr std::uint64_t tick = 10'000'000;
  const auto used = static_cast<clock_t>(now() / tick);
  if (call[0] != 0 && write_guest(call[0], tms{used, 0, 0, 0}) != 0) return -EFAULT;
  return static_cast<long>((now() + clock_page().machine) / tick);
}

}  // namespace

constexpr Entry calls_of_time[] = {{SYS_clock_gettime, {"clock_gettime", clock_gettime_call}},
                                   {SYS_clock_getres, {"clock_getres", clock_getres_call}},
                                   {SYS_gettimeofday, {"gettimeofday", gettimeofday_call}},
                                   {SYS_time, {"time", time_call}},
                                   {SYS_nanosleep, {"nanosleep", nanosleep_call}},
                                   {SYS_clock_nanosleep, {"clock_nanosleep", clock_nanosleep_call}},
                                   {SYS_setitimer, {"setitimer", setitimer_call}},
                                   {SYS_getitimer, {"getitimer", getitimer_call}},
                                   {SYS_alarm, {"alarm", alarm_call}},
                                   {SYS_times, {"times", times_call}},
                                   {0, {}}};

}  // namespace ldfi::kernel
