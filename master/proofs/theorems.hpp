// Proves theorems about every EOT before a sweep begins. If the result for an Fspec follows from a
// theorem, the sweep need not search this Fspec.
#pragma once

#include <string>
#include <vector>

#include "common/record/run.hpp"
#include "master/face/log.hpp"
#include "master/sweep/proved.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

class Theorems {
 public:
  Theorems() = default;  ///< makes an object without theorems
  /// Tries to prove, for each family of cells, the theorems that answer most of its cells. The
  /// cells of a family differ only in EOT, EFF, crashes, omissions and faults. Logs why some
  /// theorems could not be proved. `points` are the points of a grid, or empty for a sweep that
  /// chooses its points itself. Throws what `check` throws, except BudgetExceeded.
  Theorems(const Task& task, const std::vector<sweep::Point>& points, const Log& log,
           const BudgetCheck& check);

  [[nodiscard]] bool cover(const sweep::Point& point) const;
  /// Returns all theorems, for the record. Each has the number of certified Fspecs of the sweep
  /// that follow from it.
  [[nodiscard]] std::vector<Theorem> told(const std::vector<sweep::Point>& certified) const;

 private:
  [[nodiscard]] const sweep::Proved* covering(const sweep::Point& point) const;

  EffMode mode_ = EffMode::inclusive;
  std::vector<sweep::Proved> proved_;
  std::vector<Theorem> told_;  ///< theorems, in the order of proved_
};

}  // namespace ldfi::app
