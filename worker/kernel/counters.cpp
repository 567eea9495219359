// Files that count: eventfd and timerfd.
#include <fcntl.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

#include "worker/kernel/call.hpp"
#include "worker/kernel/descriptors.hpp"
#include "worker/kernel/timers.hpp"

namespace ldfi::kernel {
namespace {

using Count = std::uint64_t;

class Event : public File {
 public:
  long read(const Pieces& to) override {
    if (to.bytes() < sizeof(Count)) return -EINVAL;
    if (count_ == 0) return -EAGAIN;
    const Count out = counts_down_ ? 1 : count_;
    if (to.put(0, &out, sizeof out) != 0) return -EFAULT;
    count_ -= out;
    notify();
    return sizeof out;
  }
  long write(const Pieces& from) override {
    Count more = 0;
    if (from.bytes() < sizeof more) return -EINVAL;
    if (from.take(0, &more, sizeof more) != 0) return -EFAULT;
    if (more == never) return -EINVAL;
    if (more > most - count_) return -EAGAIN;
    count_ += more;
    notify();
    return sizeof more;
  }
  std::uint32_t events() override {
    return (count_ > 0 ? POLLIN : 0U) | (count_ < most ? POLLOUT : 0U);
  }
  void close() override { release(this, sizeof *this); }

  static constexpr Count most = never - 1;
  Count count_ = 0;
  bool counts_down_ = false;
};

class TimerFile : public File, public Timer {
 public:
  long read(const Pieces& to) override {
    if (to.bytes() < sizeof(Count)) return -EINVAL;
    if (ticks_ == 0) return -EAGAIN;
    if (to.put(0, &ticks_, sizeof ticks_) != 0) return -EFAULT;
    ticks_ = 0;
    return sizeof(Count);
  }
  std::uint32_t events() override { return ticks_ > 0 ? POLLIN : 0U; }
  [[nodiscard]] bool is_timer() const override { return true; }
  void close() override {
    stop();
    release(this, sizeof *this);
  }
  void expire(Count times) override {
    ticks_ += times;
    notify();
  }

  Count ticks_ = 0;
  clockid_t clock_ = CLOCK_MONOTONIC;
};

long make_event(Count count, int flags) {
  if ((flags & ~(EFD_CLOEXEC | EFD_NONBLOCK | EFD_SEMAPHORE)) != 0) return -EINVAL;
  auto* const out = make_file<Event>(O_RDWR | (flags & EFD_NONBLOCK));
  out->count_ = count;
  out->counts_down_ = (flags & EFD_SEMAPHORE) != 0;
  return place(*out, (flags & EFD_CLOEXEC) != 0);
}

long eventfd_call(const Call& call) {
  return make_event(static_cast<std::uint32_t>(call[0]), 0);
}

long eventfd2_call(const Call& call) {
  return make_event(static_cast<std::uint32_t>(call[0]), call.number_at(1));
}

TimerFile* timer_file_at(int descriptor, long& error) {
  File* const file = file_at(descriptor);
  error = file == nullptr ? -EBADF : -EINVAL;
  if (file == nullptr || !file->is_timer()) return nullptr;
  return static_cast<TimerFile*>(file);
}

long timerfd_create_call(const Call& call) {
  const int flags = call.number_at(1);
  const auto clock = call.number_at(0);
  if ((flags & ~(TFD_CLOEXEC | TFD_NONBLOCK)) != 0) return -EINVAL;
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME)
    return -EINVAL;
  auto* const out = make_file<TimerFile>(O_RDWR | (flags & TFD_NONBLOCK));
  out->clock_ = clock;
  return place(*out, (flags & TFD_CLOEXEC) != 0);
}

long timerfd_settime_call(const Call& call) {
  itimerspec wanted{};
  if (read_guest(wanted, call[2]) != 0) return -EFAULT;
  std::uint64_t span = 0;
  if (!span_of(wanted.it_value, span) || !span_of(wanted.it_interval, span)) return -EINVAL;
  long error = 0;
  TimerFile* const file = timer_file_at(call.number_at(0), error);
  if (file == nullptr) return error;
  if ((call[1] & ~std::uint64_t{TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET}) != 0) return -EINVAL;
  const itimerspec before = file->setting();
  file->ticks_ = 0;
  file->set(wanted, (call[1] & TFD_TIMER_ABSTIME) != 0, file->clock_);
  return call[3] == 0 ? 0 : write_guest(call[3], before);
}

long timerfd_gettime_call(const Call& call) {
  long error = 0;
  TimerFile* const file = timer_file_at(call.number_at(0), error);
  return file == nullptr ? error : write_guest(call[1], file->setting());
}

}  // namespace

constexpr Entry calls_of_counters[] = {
    {SYS_eventfd, {"eventfd", eventfd_call}},
    {SYS_eventfd2, {"eventfd2", eventfd2_call}},
    {SYS_timerfd_create, {"timerfd_create", timerfd_create_call}},
    {SYS_timerfd_settime, {"timerfd_settime", timerfd_settime_call}},
    {SYS_timerfd_gettime, {"timerfd_gettime", timerfd_gettime_call}},
    {0, {}}};

}  // namespace ldfi::kernel
