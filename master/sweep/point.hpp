// A point of a sweep: the Fspec and the program's constants of one cell. Nodes and modes are the same in
// all points. Also the grid of such points.
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
  Budgets budgets{};        ///< `any` if it is the same in all points
  std::size_t variant = 0;  ///< number of the combination of constants, in the order of the axes
  std::vector<std::string> params{};  ///< NAME=VALUE for each constant of that combination
  auto operator<=>(const Point&) const = default;
};

/// Returns `<6,4,1>`, `<6,4,1,restarts=2>` or `<6,4,1,LEASE=3>`.
std::string to_text(const Point& point);

/// True if both have the same EOT and constants, and neither EFF nor any limit of `large` is less. Then
/// `large` admits every fault set that `small` admits.
[[nodiscard]] bool contains(const Point& large, const Point& small);

/// True if `point` admits `faults`, a fault set of another point with the same EOT.
[[nodiscard]] bool admits(const Point& point, EffMode mode, const FaultSet& faults);

/// Returns the largest EFF that leaves a protocol a chance. In exclusive mode it is EOT − 1. In inclusive
/// mode it is one less: otherwise a message sent at EOT − 1, the last that can arrive, may be lost
/// (docs/measurements/search.md). The same messages may be lost in both modes. Never negative.
[[nodiscard]] int largest_eff(int eot, EffMode mode);

/// Returns the largest EFF that an Fspec with so many nodes may have (Fspec::max_omissions). At least 1.
[[nodiscard]] int largest_countable_eff(std::size_t nodes);

struct Axes {
  std::vector<int> eot;
  std::vector<int> eff;
  std::vector<int> crashes;
  /// The budgets that are varied, with their values.
  std::vector<std::pair<Budgets::Entry, std::vector<int>>> budgets{};
  /// For each constant: its name, then its values.
  std::vector<std::vector<std::string>> params{};
};

/// Returns every combination of constants; the last axis varies fastest. Without axes, returns one empty
/// combination.
std::vector<std::vector<std::string>> variants(const std::vector<std::vector<std::string>>& params);

struct Grid {
  std::vector<Point> points;  ///< sorted
  std::uint64_t skipped = 0;  ///< number of combinations that are not Fspecs
};

/// Returns all combinations that are Fspecs: 0 ≤ EFF < EOT, a countable EFF, and at most as many crashes
/// as nodes.
Grid make_grid(const Axes& axes, std::size_t nodes);

}  // namespace ldfi::sweep
