// The port behind which everything stands that can be searched: a Dedalus program
// (worker/dedalus/dedalus_subject.hpp) or a script (test/sim/campaign). A campaign knows subjects by this port alone.
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

/// What one execution promises, keeps and breaks.
struct Judgement {
  std::uint64_t pre = 0;                        ///< tuples
  std::uint64_t post = 0;                       ///< tuples
  std::vector<std::string> violated;            ///< tuples as text, sorted
  std::vector<std::uint32_t> specifications{};  ///< that are violated, ascending
  [[nodiscard]] bool holds() const { return violated.empty(); }
};

/// What files keep of an execution, for views of it. A subject leaves out what it does not have, or
/// what can be made again from the file.
struct Recording {
  std::optional<Trace> trace;
  std::optional<GraphTable> graph;  ///< the derivation of its outcome
};

class Subject {
 public:
  virtual ~Subject() = default;
  [[nodiscard]] virtual const Fspec& fspec() const = 0;
  /// What executions are judged by, if that is more than one invariant.
  [[nodiscard]] virtual std::vector<Specification> specifications() const { return {}; }
  /// True if the specification says something of the failure-free run, as judged: else a
  /// certificate would be vacuous.
  [[nodiscard]] virtual bool promises(std::size_t /*specification*/,
                                      const Judgement& failure_free) const {
    return failure_free.pre > 0;
  }
  /// True if the Fspec allows faults, but the failure-free run, which was executed, does nothing that one of
  /// them could hit. Then a proof says nothing about faults. Throws as execute() does.
  virtual bool is_out_of_reach_of_faults(const BudgetCheck& /*check*/) { return false; }
  /// Runs one fault set and judges the execution. The first call must be that of the failure-free
  /// run, by which all others are judged. This confirms what a search finds: it must share nothing
  /// with the executor of the search that could be wrong in both. Throws InputError if the subject
  /// itself is at fault, BudgetExceeded, and what `check` throws.
  virtual Judgement execute(const FaultSet& faults, const BudgetCheck& check) = 0;

  /// Prepares a search with these settings: a program is grounded. Returns the result if it is known without an
  /// execution. Requires that the failure-free run was executed. Throws what `check` throws.
  virtual std::optional<SearchResult> prepare(const SearchSettings& settings,
                                              const BudgetCheck& check) = 0;
  /// Returns the strategy of the search that was prepared with these settings; only their seed may differ. The
  /// subject must outlive the strategy. Throws UsageError if the settings do not suit the fault space.
  virtual std::unique_ptr<search::Strategy> strategy(const SearchSettings& settings,
                                                     const BudgetCheck& check) = 0;
  /// Returns an executor for the jobs of that strategy, in this process. The subject must outlive it.
  virtual std::unique_ptr<Executor> executor(const BudgetCheck& check) = 0;
  /// Adds to an inconclusive result what only the subject knows of its reason.
  virtual void explain(SearchResult& /*result*/) const {}
  /// Frees what only the search needed.
  virtual void end_search() {}

  /// Adds to the finished cell what only the subject knows of it, such as the size of its world.
  virtual void describe(Cell& /*cell*/) const {}
  /// Records an execution that was judged before. Throws as execute() does.
  virtual Recording record(const FaultSet& /*faults*/, const BudgetCheck& /*check*/) { return {}; }
};

}  // namespace ldfi::campaign
