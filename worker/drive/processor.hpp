// Keeps a worker's thread and its nodes on one processor, because only one of them works at a time.
// Waking a process on another processor takes longer than the work of most nodes
// (docs/measurements/real-systems.md).
#pragma once

#include <sched.h>

#include <algorithm>
#include <cstdlib>
#include <optional>

namespace ldfi::drive {

/// Keeps this thread on one processor for as long as the object lives. Uses the current processor,
/// except in an MPI job: ranks on one machine get different processors, if there are enough.
class Processor {
 public:
  Processor() : number_(::sched_getcpu()) {
    if (::sched_getaffinity(0, sizeof before_, &before_) != 0) number_ = -1;
    if (number_ < 0) return;
    if (const auto rank = rank_here()) number_ = allowed(*rank);
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

  /// Returns the number of the processor, or -1 if the system does not report it.
  [[nodiscard]] int number() const { return number_; }

 private:
  /// Returns the rank of this process among the ranks on this machine, or nullopt outside of MPI jobs.
  static std::optional<unsigned> rank_here() {
    for (const char* name : {"OMPI_COMM_WORLD_LOCAL_RANK", "SLURM_LOCALID", "MPI_LOCALRANKID"}) {
      if (const char* text = std::getenv(name)) {
        return static_cast<unsigned>(std::strtoul(text, nullptr, 10));
      }
    }
    return std::nullopt;
  }
  /// Returns the number of the `place`-th processor among those on which this thread may run.
  /// Starts again from the first one if there are fewer.
  [[nodiscard]] int allowed(unsigned place) const {
    place %= static_cast<unsigned>(std::max(1, CPU_COUNT(&before_)));
    for (int i = 0; i < CPU_SETSIZE; ++i) {
      if (CPU_ISSET(static_cast<std::size_t>(i), &before_) && place-- == 0) return i;
    }
    return number_;
  }

  int number_;
  cpu_set_t before_{};
};

}  // namespace ldfi::drive
