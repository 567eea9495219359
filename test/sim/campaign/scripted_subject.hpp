// A subject that is not a program: a script says which fault sets violate. Its executor may also be wrong in one way,
// to show who notices.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/campaign/subject.hpp"
#include "worker/machine/set_executor.hpp"

namespace ldfi::test {

/// The mistake of the executor of a scripted subject.
enum class Flaw : std::uint8_t {
  none,
  lies,      ///< calls a harmless fault set a violation
  flaky,     ///< says of a falsifier now this and now that
  exceeds,   ///< one execution takes more than the budget allows
  unending,  ///< one execution does not end within its limits
  breaks,    ///< cannot go on
};

struct Script {
  Fspec fspec;
  std::vector<FaultSet> falsifiers;  ///< these and their supersets violate
  std::uint64_t promises = 2;        ///< tuples of pre
  std::vector<std::string> violated{"promise(kept)"};
  bool out_of_reach = false;  ///< no fault hits anything

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
  /// The fault sets that were executed, in order.
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

/// Searches cells of a sweep of the script, in which other Fspecs take the place of its own.
class ScriptedCells final : public campaign::Executor {
 public:
  explicit ScriptedCells(const Script& script) : script_(script) {}
  Report execute(const Job& job) override;

 private:
  const Script& script_;
};

}  // namespace ldfi::test
