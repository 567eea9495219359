// What a strategy asks a worker to do, and what the worker answers. Plain values, for every kind of subject.
// Ids of facts and instances are rows of the universe that both sides ground from the same bytes. The fingerprint in
// Report proves that they did.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "common/base/contract.hpp"
#include "common/base/memory_bound.hpp"
#include "common/base/settings.hpp"
#include "common/faults/budgets.hpp"
#include "common/faults/fault_weights.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/cell.hpp"
#include "common/record/lineage.hpp"
#include "common/systems/faults/assignment.hpp"

namespace ldfi {

/// Run one fault set forward and explain the outcome.
struct ExecuteJob {
  FaultSet faults;
  bool offers = false;  ///< report which faults may be added; only on the plain evaluator
};

/// Run a range of the enumeration of all fault sets (exhaustive search): those of
/// Enumeration(fspec, given, more), ranks [first, first + count).
struct EnumerateJob {
  FaultSet given;
  std::uint32_t more = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  /// The minimal falsifiers so far. Their supersets are counted, but not reported.
  std::vector<FaultSet> known;
};

/// Run fault sets of a random sequence (FaultSampler): those with index first … first + count − 1.
/// The worker stops at the first one that violates.
struct SampleJob {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<FaultSet> known{};  ///< fault sets that contain one of these are skipped
  FaultWeights weights{};
};

/// How an Fspec is searched: everything that its report depends on.
struct SearchSettings {
  StrategyName strategy = StrategyName::lineage;
  Negation negation = Negation::exact;
  Expansion expand = Expansion::automatic;
  Symmetry symmetry = Symmetry::automatic;
  SolverName solver = SolverName::cadical;
  bool all = false;  ///< all minimal falsifiers instead of the first
  std::uint64_t seed = 1;
  std::uint64_t exhaustive_limit = 0;  ///< most fault sets that an exhaustive search runs
  std::uint64_t max_runs = 0;          ///< forward executions; 0: no limit
  /// Fault sets that contain one of these are skipped (docs/explanation/search.md#all-minimal-counterexamples).
  std::vector<FaultSet> known{};
  FaultWeights weights{};  ///< of the fault sets that a random search draws
};

/// Search one cell of a sweep from its failure-free run to its verdict. Nodes, modes and program are those of the Setup,
/// except the constants in `params`. The answer is a Cell without graphs and sizes. The verdict of a probe is `broken`,
/// `vacuous`, or `certified` if the failure-free run holds and promises something.
struct SearchJob {
  std::int32_t eot = 0;
  std::int32_t eff = 0;
  std::int32_t crashes = 0;
  bool probe = false;  ///< only judge the failure-free run
  SearchSettings settings;
  Budgets budgets{};
  std::vector<std::string> params{};  ///< NAME=VALUE, besides what the Setup's sources set
  bool smaller = false;               ///< a question of a minimisation, and not a cell of a sweep
  std::vector<std::uint32_t>
      without{};  ///< given facts that the program does without: indices, ascending
};

/// Execute a real system, and record what happens.
struct DriveJob {
  systems::Assignment what{};
  std::uint64_t seed = 0;
  DriveWay way = DriveWay::planned;
  std::uint32_t again = 0;  ///< number of equal jobs before this one; each of them is executed
};

struct Job {
  std::uint64_t id = 0;
  std::variant<ExecuteJob, EnumerateJob, SampleJob, SearchJob, DriveJob> work;
};

/// Returns the number of forward executions that a job requests. A whole cell counts as one.
[[nodiscard]] std::uint64_t runs_of(const Job& job);

/// A fault that may be added to those of an execution: failures::Offer.
struct Offer {
  FaultSet fault;                ///< one
  Time at;                       ///< of the event that it hits
  bool sending = false;          ///< the event sends a message, after all writes of the tick
  std::vector<std::string> ids;  ///< failure ids, at least one
};

/// The outcome of an execution, and the lineage of its good part over the universe of the fingerprint.
struct ExecuteReport {
  Outcome outcome = Outcome::holds;
  Lineage lineage;
  std::vector<std::string> violated;          ///< tuples as text, sorted
  std::vector<std::uint32_t> specifications;  ///< that are violated, ascending
  std::string error;            ///< diagnostics of an error, or the reason of an endless execution
  std::vector<Offer> offers{};  ///< if the job asked for them, by time
};

/// An execution that did not end within its limits of facts and steps.
struct Unended {
  FaultSet faults;
  std::string why;
};

struct EnumerateReport {
  std::uint64_t executed = 0;
  std::uint64_t violating = 0;
  std::vector<FaultSet> falsifiers;  ///< violating sets, except supersets of known ones
  std::vector<FaultSet> errors;      ///< sets that end in an arithmetic error
  std::vector<Unended> unended{};    ///< sets of which nothing is known
};

struct SampleReport {
  std::uint64_t executed = 0;        ///< all fault sets that were run
  std::uint64_t harmless = 0;        ///< sets before the first that violates, or all if none does
  Outcome outcome = Outcome::holds;  ///< of the first set that violates; `holds` if none does
  std::uint64_t sound = 0;           ///< harmless sets before the first arithmetic error
  std::vector<Unended> unended{};    ///< sets that were skipped
};

/// The text of a recording (docs/reference/recording-format.md), which the master interprets.
struct DriveReport {
  std::string recording;
  std::string lacks{};  ///< features that the sandbox of this machine lacks; empty: none
  MemoryBound memory_bound = MemoryBound::none;
};

struct Report {
  std::uint64_t job = 0;
  /// The fingerprint of the universe, of the Setup of a sweep, or of the system that was executed.
  std::uint64_t fingerprint = 0;
  std::uint64_t execute_ns = 0;
  std::variant<ExecuteReport, EnumerateReport, SampleReport, Cell, DriveReport> result;
};

/// Calls `visitor` with a job's work and the result that answers it. Returns false, without a call, if the report
/// belongs to another kind of job.
template <class Visitor>
bool visit_answer(const Job& job, const Report& report, Visitor visitor) {
  using Work = decltype(Job::work);
  static_assert(std::variant_size_v<Work> == std::variant_size_v<decltype(Report::result)>);
  if (job.work.index() != report.result.index()) return false;
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    ((job.work.index() == I
          ? static_cast<void>(visitor(std::get<I>(job.work), std::get<I>(report.result)))
          : static_cast<void>(0)),
     ...);
  }
  (std::make_index_sequence<std::variant_size_v<Work>>());
  return true;
}

/// The result of a report, of which there is one kind only. Throws InternalError if it is another.
template <class Result>
const Result& result_of(const Report& report) {
  LDFI_ENSURE(std::holds_alternative<Result>(report.result), "a report of another kind of job");
  return std::get<Result>(report.result);
}

/// False if limits of a Setup decided the report: asked again under others, the job may be answered
/// otherwise.
[[nodiscard]] bool repeatable(const Report& report);

}  // namespace ldfi
