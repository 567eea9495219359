// Proofs for every EOT that a sweep uses. One proof covers all Fspecs with the same difference of
// EOT and EFF, and Fspecs with a larger difference.
#pragma once

#include <optional>
#include <vector>

#include "master/sweep/point.hpp"

namespace ldfi::sweep {

/// A group of Fspecs that differ only in EOT, EFF, crashes and the limits on omissions and faults.
struct Family {
  std::size_t variant = 0;
  std::vector<std::string> params{};  ///< constants of the program, as NAME=VALUE
  Budgets budgets{};  ///< all limits; omissions are `any` or 0, and faults are `any`
  auto operator<=>(const Family&) const = default;
};

/// Returns the family of a point. Proofs for the family allow any number of faults. They also allow any
/// number of omissions, unless the point allows none.
[[nodiscard]] Family family_of(const Point& point);

/// A proof that no fault set of the points that it covers violates a promise, or makes arithmetic fail.
struct Proved {
  Family family;
  int crashes = 0;  ///< the largest number of crashes that the proof covers
  /// The least number of calm ticks (last ticks without message loss) that the proof needs. Nullopt
  /// if calm ticks have no effect.
  std::optional<int> calm;
  int from = 1;  ///< the least EOT that the proof covers
};

/// Returns the number of calm ticks (last ticks without message loss) that every execution of the
/// point has, including the last tick.
[[nodiscard]] int calm_of(const Point& point, EffMode mode);
[[nodiscard]] bool covers(const Proved& proved, const Point& point, EffMode mode);

}  // namespace ldfi::sweep
