// Proves theorems for every EOT before a sweep begins, so that it need not search the cells that they
// answer.
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
  Theorems() = default;  ///< no theorems
  /// Tries to prove the theorems that answer most cells, for each family: the cells that differ only in
  /// EOT, EFF, crashes, omissions and faults. Logs what is not covered, and when a budget runs out.
  /// `points`: those of a grid; empty for a sweep that chooses its points itself. Throws what `check`
  /// throws, except BudgetExceeded.
  Theorems(const Task& task, const std::vector<sweep::Point>& points, const Log& log,
           const BudgetCheck& check);

  [[nodiscard]] bool cover(const sweep::Point& point) const;
  /// Returns for the record each theorem with the number of certified cells that it answers.
  [[nodiscard]] std::vector<Theorem> told(const std::vector<sweep::Point>& certified) const;

 private:
  [[nodiscard]] const sweep::Proved* covering(const sweep::Point& point) const;

  EffMode mode_ = EffMode::inclusive;
  std::vector<sweep::Proved> proved_;
  std::vector<Theorem> told_;  ///< the theorem of each element of proved_
};

}  // namespace ldfi::app
