// One processor for this thread and the nodes that it runs. Only one of them works at a time, and
// waking a process on another processor takes longer than what most nodes do (docs/PERFORMANCE.md).
#pragma once

#include <sched.h>

namespace ldfi::drive {

/// As long as it lives, this thread stays where it was at the beginning.
class Processor {
 public:
  Processor() : number_(::sched_getcpu()) {
    if (::sched_getaffinity(0, sizeof before_, &before_) != 0) number_ = -1;
    if (number_ < 0) return;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(static_cast<std::size_t>(number_), &one);
    ::sched_setaffinity(0, sizeof one, &one);
  }
  ~Processor() {
    if (number_ >= 0) ::sched_setaffinity(0, sizeof before_, &before_);
  }
  Processor(const Processor&) = delete;
  Processor& operator=(const Processor&) = delete;

  /// -1 if the system does not say.
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
  cpu_set_t before_{};
};

}  // namespace ldfi::drive
