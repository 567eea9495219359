// The jobs that a strategy gives to workers, and their reports, as plain values for every kind of
// subject. Ids of facts and instances refer to the universe that master and worker both ground from
// the same bytes. The fingerprint in Report proves that both universes are equal.
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

/// A job: execute one fault set and explain the outcome.
struct ExecuteJob {
  FaultSet faults;
  /// Also report which faults may be added; only the plain evaluator can do this.
  bool offers = false;
};

/// A job of an exhaustive search: execute the fault sets of Enumeration(fspec, given, more) with
/// ranks from `first` to first + count − 1.
struct EnumerateJob {
  FaultSet given;
  std::uint32_t more = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  /// Minimal falsifiers that are known already. Their supersets are counted, but not reported.
  std::vector<FaultSet> known;
};

/// A job of a random search: execute the fault sets of FaultSampler with indices from `first` to
/// first + count − 1. The worker stops at the first fault set that violates.
struct SampleJob {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<FaultSet> known{};  ///< fault sets that contain one of these are not executed
  FaultWeights weights{};
};

/// The settings of a search. They determine its result, apart from budgets.
struct SearchSettings {
  StrategyName strategy = StrategyName::lineage;
  Negation negation = Negation::exact;
  Expansion expand = Expansion::automatic;
  Symmetry symmetry = Symmetry::automatic;
  SolverName solver = SolverName::cadical;
  bool all = false;  ///< true: find all minimal falsifiers instead of the first
  std::uint64_t seed = 1;
  /// Largest number of fault sets that an exhaustive search executes.
  std::uint64_t exhaustive_limit = 0;
  std::uint64_t max_runs = 0;  ///< largest number of executions; 0 if there is no limit
  /// Fault sets that contain one of these are not executed
  /// (docs/explanation/search.md#all-minimal-counterexamples).
  std::vector<FaultSet> known{};
  FaultWeights weights{};  ///< weights of the kinds of faults that a random search draws
};

/// A job: search one cell of a sweep from its failure-free run to its verdict. The job has the same
/// program, nodes and modes as the Setup, except the constants in `params`. The report is a Cell
/// without graphs and sizes. The verdict of a probe is `broken`, `vacuous`, or `certified` if the
/// failure-free run holds and promises something.
struct SearchJob {
  std::int32_t eot = 0;
  std::int32_t eff = 0;
  std::int32_t crashes = 0;
  bool probe = false;  ///< true: only judge the failure-free run
  SearchSettings settings;
  Budgets budgets{};
  /// Constants as NAME=VALUE that replace those of the Setup's sources.
  std::vector<std::string> params{};
  /// True if a minimisation requested the search, false for a cell of a sweep.
  bool smaller = false;
  std::vector<std::uint32_t>
      without{};  ///< indices of given facts that are removed from the program, ascending
};

/// A job: execute a real system and record what happens.
struct DriveJob {
  systems::Assignment what{};
  std::uint64_t seed = 0;
  DriveWay way = DriveWay::planned;
  /// Number of earlier jobs with the same content; tells them apart, because each must be executed.
  std::uint32_t again = 0;
};

struct Job {
  std::uint64_t id = 0;
  std::variant<ExecuteJob, EnumerateJob, SampleJob, SearchJob, DriveJob> work;
};

/// Returns the number of executions that a job requests. A SearchJob counts as one.
[[nodiscard]] std::uint64_t runs_of(const Job& job);

/// A fault that may be added to those of an execution: failures::Offer as a plain value.
struct Offer {
  FaultSet fault;  ///< a set with exactly one fault
  Time at;         ///< tick of the event that the fault hits
  /// True if that event is the sending of a message, which comes after all writes of the tick.
  bool sending = false;
  std::vector<std::string> ids;  ///< failure ids of the fault, at least one
};

/// The outcome of an execution, and the lineage of its good part. The lineage has ids of the
/// universe with the report's fingerprint.
struct ExecuteReport {
  Outcome outcome = Outcome::holds;
  Lineage lineage;
  std::vector<std::string> violated;          ///< violated tuples as text, sorted
  std::vector<std::uint32_t> specifications;  ///< indices of the violated specifications, ascending
  /// Diagnostics of an error, or why the execution did not end; otherwise empty.
  std::string error;
  /// Faults that may be added, by time; empty unless the job requested them.
  std::vector<Offer> offers{};
};

/// An execution that did not end within its limits of facts and steps.
struct Unended {
  FaultSet faults;
  std::string why;
};

struct EnumerateReport {
  std::uint64_t executed = 0;
  std::uint64_t violating = 0;
  std::vector<FaultSet> falsifiers;  ///< violating fault sets, except supersets of known falsifiers
  std::vector<FaultSet> errors;      ///< fault sets that end in an arithmetic error
  /// Fault sets whose outcome is unknown because their execution did not end.
  std::vector<Unended> unended{};
};

struct SampleReport {
  std::uint64_t executed = 0;  ///< number of fault sets that were executed
  /// Number of sets before the first violating set, or of all sets if none violates.
  std::uint64_t harmless = 0;
  /// Outcome of the first violating set; `holds` if no set violates.
  Outcome outcome = Outcome::holds;
  /// Number of harmless sets before the first set that ends in an arithmetic error.
  std::uint64_t sound = 0;
  std::vector<Unended> unended{};  ///< sets that were skipped because their execution did not end
};

/// The text of a recording (docs/reference/recording-format.md), which the master interprets.
struct DriveReport {
  std::string recording;
  std::string lacks{};  ///< features that the sandbox of this machine lacks; empty if it lacks none
  MemoryBound memory_bound = MemoryBound::none;
};

struct Report {
  std::uint64_t job = 0;
  /// Fingerprint of the universe, of the Setup of a sweep, or of the executed system.
  std::uint64_t fingerprint = 0;
  std::uint64_t execute_ns = 0;
  std::variant<ExecuteReport, EnumerateReport, SampleReport, Cell, DriveReport> result;
};

/// Calls `visitor` with the work of a job and the result of its report. Returns false, without a
/// call, if the report belongs to another kind of job.
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

/// Returns the result of a report that must have this type. Throws InternalError if it has another
/// type.
template <class Result>
const Result& result_of(const Report& report) {
  LDFI_ENSURE(std::holds_alternative<Result>(report.result), "the report has the kind of its job");
  return std::get<Result>(report.result);
}

/// Returns false if a limit of the Setup decided the report. Under another limit, the same job may
/// have another report.
[[nodiscard]] bool repeatable(const Report& report);

}  // namespace ldfi
