// Measures how long a process has waited, without the time in which the process was suspended.
// Slurm suspends whole jobs, and laptops suspend everything. After a suspension, a plain clock
// would show hours of silence of all other processes. So only a small part of the time between two
// looks at the clock counts.
#pragma once

#include <algorithm>

namespace ldfi::wire {

class AwakeClock {
 public:
  /// Returns the longest time between two looks that counts in full, in seconds. With this value, a
  /// silence of `patience_s` seconds takes at least four looks.
  static double longest_look(double patience_s) { return std::min(1.0, patience_s / 4); }

  /// Looks at a monotonic clock that shows `now`. Returns the seconds since the first look in which
  /// the process was not suspended. At most `longest_s` of the time since the last look count.
  double look(double now, double longest_s) {
    if (began_) awake_ += std::clamp(now - last_, 0.0, longest_s);
    began_ = true;
    last_ = now;
    return awake_;
  }
  /// Returns the seconds that the last look() returned.
  [[nodiscard]] double awake() const { return awake_; }

 private:
  bool began_ = false;
  double last_ = 0;
  double awake_ = 0;
};

}  // namespace ldfi::wire
