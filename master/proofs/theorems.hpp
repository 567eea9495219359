// What is proved for every EOT before a sweep begins, so that it need not search those cells.
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
  Theorems() = default;  ///< none
  /// Asks, of all cells that differ in EOT, EFF, omissions and faults alone, for the proofs that answer most of them.
  /// What is not covered is told to the log, and so is what a budget ends. `points`: those of a grid, or none of a
  /// sweep that goes where it leads to. `check` may throw; of that, only BudgetExceeded is caught.
  Theorems(const Task& task, const std::vector<sweep::Point>& points, const Log& log,
           const BudgetCheck& check);

  [[nodiscard]] bool cover(const sweep::Point& point) const;
  /// For the record: each theorem with the number of certified cells that it answers.
  [[nodiscard]] std::vector<Theorem> told(const std::vector<sweep::Point>& certified) const;

 private:
  [[nodiscard]] const sweep::Proved* covering(const sweep::Point& point) const;

  EffMode mode_ = EffMode::inclusive;
  std::vector<sweep::Proved> proved_;
  std::vector<Theorem> told_;  ///< of each
};

}  // namespace ldfi::app
