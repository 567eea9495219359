// Proofs for every EOT of a sweep's program. One proof answers all cells of a diagonal, and beyond.
#pragma once

#include <optional>
#include <vector>

#include "master/sweep/point.hpp"

namespace ldfi::sweep {

/// Cells that differ only in EOT, EFF, crashes and the limits on omissions and faults.
struct Family {
  std::size_t variant = 0;
  std::vector<std::string> params{};  ///< constants of that variant
  Budgets budgets{};                  ///< omissions are `any` or 0; faults are `any`
  auto operator<=>(const Family&) const = default;
};

/// Returns the family of a point. Its proofs allow any number of faults, and of omissions unless the
/// point allows none.
[[nodiscard]] Family family_of(const Point& point);

/// A proof that no fault set of these points violates anything, and that arithmetic does not fail.
struct Proved {
  Family family;
  int crashes = 0;  ///< the largest number of crashes
  /// Number of calm ticks up to EOT; nullopt if no kind of fault has to end before calm ticks.
  std::optional<int> calm;
  int from = 1;  ///< the least EOT
};

/// Returns the number of calm ticks up to EOT, including the last one, in every execution of the point.
[[nodiscard]] int calm_of(const Point& point, EffMode mode);
[[nodiscard]] bool covers(const Proved& proved, const Point& point, EffMode mode);

}  // namespace ldfi::sweep
