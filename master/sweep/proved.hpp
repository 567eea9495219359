// What is proved for every EOT of a sweep's program: one proof answers all cells of a diagonal, and beyond.
#pragma once

#include <optional>
#include <vector>

#include "master/sweep/point.hpp"

namespace ldfi::sweep {

/// Cells that differ in EOT, EFF, crashes and how many omissions and faults there may be.
struct Family {
  std::size_t variant = 0;
  std::vector<std::string> params{};  ///< of that variant
  Budgets budgets{};                  ///< omissions: `any` or 0; faults: `any`
  auto operator<=>(const Family&) const = default;
};

/// A proof is about as many omissions and faults as any cell admits, if there are some.
[[nodiscard]] Family family_of(const Point& point);

/// No fault set of these points violates anything, and no arithmetic fails.
struct Proved {
  Family family;
  int crashes = 0;          ///< at most so many
  std::optional<int> calm;  ///< calm ticks up to EOT; nothing: no fault has an end
  int from = 1;             ///< the least EOT
};

/// Calm ticks up to EOT, the last one included, in every execution of the point.
[[nodiscard]] int calm_of(const Point& point, EffMode mode);
[[nodiscard]] bool covers(const Proved& proved, const Point& point, EffMode mode);

}  // namespace ldfi::sweep
