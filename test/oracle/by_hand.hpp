// What oracles of minimised counterexamples find out by themselves.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "common/minimise/programs/trials.hpp"
#include "test/oracle/naive_judge.hpp"

namespace ldfi::test {

/// A program with some of its facts, judged by the naive evaluator; where nodes stop, which that does
/// not know, by the evaluator that test/oracle/recovery checks.
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

/// The program with those of the external facts whose bits are set.
dedalus::Program with(const dedalus::Program& program, const std::vector<std::uint32_t>& externals,
                      std::uint32_t bits);

/// How many messages arrive; nothing if one arrives on a fifo channel while what was sent before is
/// pending, and may not be lost.
std::optional<std::uint64_t> arrivals(const dedalus::Program& program, const Fspec& fspec,
                                      const FaultSet& faults);

}  // namespace ldfi::test
