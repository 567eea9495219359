// How long somebody has waited with open eyes. A process that was suspended (Slurm does that to
// whole jobs, a laptop to everything) finds that hours have passed, and all others silent; of the
// time between two looks, only a little counts.
#pragma once

#include <algorithm>

namespace ldfi::wire {

class AwakeClock {
 public:
  /// The longest time between two looks that counts in full, for somebody whose patience is that
  /// long: silence is then found at the fourth look at the earliest.
  static double longest_look(double patience_s) { return std::min(1.0, patience_s / 4); }

  /// One look at a monotonic clock that shows `now`; seconds awake since the first look.
  double look(double now, double longest_s) {
    if (began_) awake_ += std::clamp(now - last_, 0.0, longest_s);
    began_ = true;
    last_ = now;
    return awake_;
  }
  /// At the last look.
  [[nodiscard]] double awake() const { return awake_; }

 private:
  bool began_ = false;
  double last_ = 0;
  double awake_ = 0;
};

}  // namespace ldfi::wire
