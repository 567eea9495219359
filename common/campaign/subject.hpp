// The interface of everything that can be searched, such as a Dedalus program
// (worker/dedalus/dedalus_subject.hpp) or a script (test/sim/campaign). A campaign uses subjects
// only through this interface.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/base/meter.hpp"
#include "common/campaign/executor.hpp"
#include "common/record/cell.hpp"
#include "common/record/job.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::campaign {

/// The result of judging one execution.
struct Judgement {
  std::uint64_t pre = 0;                        ///< number of tuples in `pre` at EOT
  std::uint64_t post = 0;                       ///< number of tuples in `post` at EOT
  std::vector<std::string> violated;            ///< violated tuples as text, sorted
  std::vector<std::uint32_t> specifications{};  ///< indices of violated specifications, ascending
  [[nodiscard]] bool holds() const { return violated.empty(); }
};

/// The parts of an execution that files keep for views. A subject leaves out what it does not have,
/// and what can be computed again from the file.
struct Recording {
  std::optional<Trace> trace;
  std::optional<GraphTable> graph;  ///< the derivation of the outcome
};

class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual const Fspec& fspec() const = 0;
  /// Returns the specifications by which executions are judged. Empty if there is only one
  /// invariant.
  [[nodiscard]] virtual std::vector<Specification> specifications() const { return {}; }
  /// Returns true if the specification promises something in the failure-free run, whose judgement
  /// is given. Otherwise a certificate would be vacuous.
  [[nodiscard]] virtual bool promises(std::size_t /*specification*/,
                                      const Judgement& failure_free) const {
    return failure_free.pre > 0;
  }
  /// Returns true if the Fspec allows faults, but the failure-free run does nothing that a fault
  /// could hit. Then a proof says nothing about faults. Requires that the failure-free run was
  /// executed. Throws as execute() does.
  virtual bool is_out_of_reach_of_faults(const BudgetCheck& /*check*/) { return false; }
  /// Executes one fault set and judges the execution. The first call must be for the failure-free
  /// run, with which all other executions are compared. This function confirms falsifiers of the
  /// search, so it must not share code with the search's executor in which a mistake could affect
  /// both. Throws InputError if the subject itself is at fault, BudgetExceeded, and what `check`
  /// throws.
  virtual Judgement execute(const FaultSet& faults, const BudgetCheck& check) = 0;

  /// Prepares a search with these settings; for example, grounds a program. Returns the result of
  /// the search if it is known without an execution, otherwise nullopt. Requires that the
  /// failure-free run was executed. Throws what `check` throws.
  virtual std::optional<SearchResult> prepare(const SearchSettings& settings,
                                              const BudgetCheck& check) = 0;
  /// Returns the strategy of the search. Requires that prepare() was called with the same settings,
  /// except the seed. The subject must outlive the strategy. Throws UsageError if the settings do
  /// not suit the fault space.
  virtual std::unique_ptr<search::Strategy> strategy(const SearchSettings& settings,
                                                     const BudgetCheck& check) = 0;
  /// Returns an executor for the jobs of the strategy, in this process. The subject must outlive
  /// the executor.
  virtual std::unique_ptr<Executor> executor(const BudgetCheck& check) = 0;
  /// Adds information that only the subject has to the reason of an inconclusive result.
  virtual void explain(SearchResult& /*result*/) const {}
  /// Frees the data that only a search needs.
  virtual void end_search() {}

  /// Adds data that only the subject has to a finished cell, such as the size of the universe.
  virtual void describe(Cell& /*cell*/) const {}
  /// Records an execution that was judged before, for views. Throws as execute() does.
  virtual Recording record(const FaultSet& /*faults*/, const BudgetCheck& /*check*/) { return {}; }
};

}  // namespace ldfi::campaign
