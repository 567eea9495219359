// A point of a sweep: the parameters of one cell that differ between cells, namely EOT, EFF, limits of faults
// and the program's constants. Nodes and modes are the same in all points. A grid is a list of points.
//
//   Grid grid = make_grid({{4, 6}, {0, 2, 5}, {0, 1}}, 3);   // <4,5,0> and <4,5,1> are skipped
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/faults/budgets.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::sweep {

struct Point {
  int eot = 0;
  int eff = 0;
  int crashes = 0;
  Budgets budgets{};  ///< limits of faults; `any` for a limit that the sweep does not vary
  /// Number of the point's combination of constants: the last constant varies fastest.
  std::size_t variant = 0;
  std::vector<std::string> params{};  ///< NAME=VALUE for each constant of the combination
  auto operator<=>(const Point&) const = default;
};

/// Returns the name of the point, such as `<6,4,1>`, `<6,4,1,restarts=2>` or `<6,4,1,LEASE=3>`.
std::string to_text(const Point& point);

/// Returns true if both points have the same EOT and constants, and neither EFF nor any limit of
/// `large` is lower than that of `small`. Then `large` admits every fault set that `small` admits.
[[nodiscard]] bool contains(const Point& large, const Point& small);

/// Returns true if `point` admits `faults`, a fault set of another point with the same EOT.
[[nodiscard]] bool admits(const Point& point, EffMode mode, const FaultSet& faults);

/// Returns the largest EFF for which some messages always arrive. In exclusive mode, this is EOT −
/// 1. In inclusive mode, it is EOT − 2, because at EFF = EOT − 1 even the last messages that can
/// arrive may be lost: those that are sent at EOT − 1 (docs/measurements/search.md). The same
/// messages may be lost in both modes. At least 0.
[[nodiscard]] int largest_eff(int eot, EffMode mode);

/// Returns the largest EFF that an Fspec with this number of nodes may have (Fspec::max_omissions). At least
/// 1.
[[nodiscard]] int largest_countable_eff(std::size_t nodes);

struct Axes {
  std::vector<int> eot;
  std::vector<int> eff;
  std::vector<int> crashes;
  /// The limits of faults that vary, each with its values.
  std::vector<std::pair<Budgets::Entry, std::vector<int>>> budgets{};
  /// A list for each constant that varies: its name, then its values.
  std::vector<std::vector<std::string>> params{};
};

/// Returns every combination of values of the constants. The last constant varies fastest. Returns one empty
/// combination if no constant varies.
std::vector<std::vector<std::string>> variants(const std::vector<std::vector<std::string>>& params);

struct Grid {
  std::vector<Point> points;  ///< sorted
  std::uint64_t skipped = 0;  ///< number of combinations that are not Fspecs
};

/// Returns all combinations that are valid Fspecs: 0 ≤ EFF < EOT, an EFF that is not above
/// largest_countable_eff(), and at most as many crashes as nodes.
Grid make_grid(const Axes& axes, std::size_t nodes);

}  // namespace ldfi::sweep
