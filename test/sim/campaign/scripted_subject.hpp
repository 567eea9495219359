// A subject that is not a program. A script says which fault sets violate the promise. Its executor
// can be wrong in one way, to test whether the campaign notices this.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/campaign/subject.hpp"
#include "worker/machine/set_executor.hpp"

namespace ldfi::test {

/// The error in the reports of a scripted subject's executor.
enum class Flaw : std::uint8_t {
  none,
  lies,      ///< reports a violation for fault sets that do not violate
  flaky,     ///< reports a violation only in every second execution
  exceeds,   ///< throws BudgetExceeded in executions with two faults
  unending,  ///< reports that executions with two faults do not end within their limits
  breaks,    ///< throws EnvironmentError in executions with two faults
};

struct Script {
  Fspec fspec;
  std::vector<FaultSet> falsifiers;  ///< fault sets that violate the promise, as all their
                                     ///< supersets do
  std::uint64_t promises = 2;        ///< number of tuples of `pre`, which the subject promises
  std::vector<std::string> violated{"promise(kept)"};
  bool out_of_reach = false;  ///< true if no fault can hit anything

  [[nodiscard]] bool violates(const FaultSet& faults) const;
};

class ScriptedSubject final : public campaign::Subject {
 public:
  explicit ScriptedSubject(const Script& script) : script_(script) {}
  [[nodiscard]] const Fspec& fspec() const override { return script_.fspec; }
  bool is_out_of_reach_of_faults(const BudgetCheck& /*check*/) override {
    return script_.out_of_reach;
  }
  std::optional<SearchResult> prepare(const SearchSettings& settings,
                                      const BudgetCheck& check) override;
  std::unique_ptr<search::Strategy> strategy(const SearchSettings& settings,
                                             const BudgetCheck& check) override;
  std::unique_ptr<campaign::Executor> executor(const BudgetCheck& check) override;
  campaign::Judgement execute(const FaultSet& faults, const BudgetCheck& check) override;
  campaign::Recording record(const FaultSet& faults, const BudgetCheck& check) override;
  /// Returns the fault sets that were executed, in order.
  [[nodiscard]] const std::vector<FaultSet>& executed() const { return executed_; }

 private:
  const Script& script_;
  std::vector<FaultSet> executed_;
};

inline constexpr std::uint64_t scripted_fingerprint = 0x5c1277;

class ScriptedExecutor final : public execute::SetExecutor {
 public:
  ScriptedExecutor(const Script& script, Flaw flaw)
      : SetExecutor(script.fspec, scripted_fingerprint, 3, {}), script_(script), flaw_(flaw) {}

 private:
  ExecuteReport run_one(const FaultSet& faults) override;
  Outcomes run(std::span<const FaultSet> sets) override;

  const Script& script_;
  Flaw flaw_;
  std::uint64_t runs_ = 0;
};

/// Executes the jobs of a sweep. Each job searches the script with another Fspec.
class ScriptedCells final : public campaign::Executor {
 public:
  explicit ScriptedCells(const Script& script) : script_(script) {}
  Report execute(const Job& job) override;

 private:
  const Script& script_;
};

}  // namespace ldfi::test
