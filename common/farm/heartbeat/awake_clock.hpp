// Measures how long a process has waited while it was running. Slurm suspends whole jobs, and
// laptops suspend everything. A process that resumes would find that hours have passed and all
// others were silent. So of the time between two looks at the clock, only a small part counts.
#pragma once

#include <algorithm>

namespace ldfi::wire {

class AwakeClock {
 public:
  /// Returns the longest time between two looks that counts in full, for this patience. So silence
  /// is found at the fourth look or later.
  static double longest_look(double patience_s) { return std::min(1.0, patience_s / 4); }

  /// Looks at a monotonic clock that shows `now`. Returns the seconds awake since the first look.
  double look(double now, double longest_s) {
    if (began_) awake_ += std::clamp(now - last_, 0.0, longest_s);
    began_ = true;
    last_ = now;
    return awake_;
  }
  /// Returns the seconds awake at the last look.
  [[nodiscard]] double awake() const { return awake_; }

 private:
  bool began_ = false;
  double last_ = 0;
  double awake_ = 0;
};

}  // namespace ldfi::wire
