// Executes programs without the code that minimises counterexamples. For tests that compare the
// results of this code with brute force.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "common/minimise/programs/trials.hpp"
#include "test/oracle/naive_judge.hpp"

namespace ldfi::test {

/// Executes a program with the naive evaluator and judges the results. Programs whose nodes stop
/// use another evaluator, which test/oracle/recovery checks, because the naive one does not support
/// them.
class ByHand {
 public:
  ByHand(dedalus::Program program, const Fspec& fspec)
      : program_(std::move(program)),
        fspec_(fspec),
        stops_(fspec.crash_model() == CrashModel::stop) {
    if (stops_) {
      without_faults_ = eval::run(program_, fspec_, {});
    } else {
      failure_free_ = naive_run(program_, fspec_, {});
    }
  }

  [[nodiscard]] bool violates(const FaultSet& faults) const {
    if (stops_) {
      const auto model = eval::run(program_, fspec_, faults);
      return !eval::judge(program_, fspec_, *model, *without_faults_).holds();
    }
    if (fspec_.delays().fifo && naive_overtakes(program_, fspec_, faults)) return false;
    return naive_violates(program_, failure_free_, naive_run(program_, fspec_, faults));
  }
  [[nodiscard]] const dedalus::Program& program() const { return program_; }

 private:
  dedalus::Program program_;
  const Fspec& fspec_;
  const bool stops_;
  NaiveModel failure_free_{};
  std::shared_ptr<const eval::Model> without_faults_;
};

/// Returns the program with only those external facts whose bits are set in `bits`.
dedalus::Program with(const dedalus::Program& program, const std::vector<std::uint32_t>& externals,
                      std::uint32_t bits);

/// Returns the number of messages that arrive. Returns nullopt if a message on a fifo channel
/// overtakes a pending message that must not be lost.
std::optional<std::uint64_t> arrivals(const dedalus::Program& program, const Fspec& fspec,
                                      const FaultSet& faults);

}  // namespace ldfi::test
