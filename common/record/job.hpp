// The jobs that the master gives to workers, and the reports of the workers, as plain values. Ids
// of facts and rule instances refer to the facts and rules of the written-out program (the
// universe). Master and worker both compute it from the same bytes, and the fingerprint in Report
// proves that they agree.
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
  /// True to report also which faults may be added; only one of the evaluators (plain) can do this.
  bool offers = false;
};

/// A job of an exhaustive search. The fault sets to execute are those of Enumeration(fspec, given,
/// more) with indices from `first` to first + count − 1.
struct EnumerateJob {
  FaultSet given;
  std::uint32_t more = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  /// Minimal counterexamples that are known already. Fault sets that contain one are counted, but
  /// not reported.
  std::vector<FaultSet> known;
};

/// A job of a random search. The fault sets to execute are those of FaultSampler with indices from
/// `first` to first + count − 1. The worker stops at the first violation.
struct SampleJob {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<FaultSet> known{};  ///< fault sets that contain any set in this list are not executed
  FaultWeights weights{};
};

/// The settings of a search. Together with limits of time and work, they determine its result.
struct SearchSettings {
  StrategyName strategy = StrategyName::lineage;
  Negation negation = Negation::exact;
  Expansion expand = Expansion::automatic;
  Symmetry symmetry = Symmetry::automatic;
  SolverName solver = SolverName::cadical;
  bool all = false;  ///< true to find all minimal counterexamples, false to stop after the first
  std::uint64_t seed = 1;
  /// Largest number of fault sets that an exhaustive search executes.
  std::uint64_t exhaustive_limit = 0;
  std::uint64_t max_runs = 0;  ///< largest number of executions; 0 if there is no limit
  /// Fault sets that contain any set in this list are not executed
  /// (docs/explanation/search.md#all-minimal-counterexamples).
  std::vector<FaultSet> known{};
  FaultWeights weights{};  ///< weights of the kinds of faults that a random search draws
};

/// A job: search one Fspec of a sweep, from its execution without faults to its verdict. Program,
/// nodes and modes are those of the Setup, except the constants in `params`. The report is a Cell
/// without graphs and sizes. A probe only judges the execution without faults: its verdict is
/// `broken`, `vacuous`, or `certified` if this execution breaks no promise and promises something.
struct SearchJob {
  std::int32_t eot = 0;
  std::int32_t eff = 0;
  std::int32_t crashes = 0;
  bool probe = false;  ///< true to judge only the execution without faults
  SearchSettings settings;
  Budgets budgets{};
  /// Constants as NAME=VALUE that replace those of the program's sources.
  std::vector<std::string> params{};
  /// True if a minimisation requested the search, false if a sweep did.
  bool smaller = false;
  std::vector<std::uint32_t>
      without{};  ///< indices of given facts of the program that are left out, ascending
};

/// A job: execute a real system and record the events.
struct DriveJob {
  systems::Assignment what{};
  std::uint64_t seed = 0;
  DriveWay way = DriveWay::planned;
  /// Number of earlier jobs with the same content. Without this number, the jobs would count as
  /// one, but each must be executed.
  std::uint32_t again = 0;
};

struct Job {
  std::uint64_t id = 0;
  std::variant<ExecuteJob, EnumerateJob, SampleJob, SearchJob, DriveJob> work;
};

/// Returns the number of executions that a job requests. Counts a SearchJob as one.
[[nodiscard]] std::uint64_t runs_of(const Job& job);

/// A fault that may be added to the faults of an execution: failures::Offer as a plain value.
struct Offer {
  FaultSet fault;  ///< a set with exactly one fault
  Time at;         ///< tick of the event that the fault hits
  /// True if that event is the sending of a message. Sending comes after all writes of the tick.
  bool sending = false;
  std::vector<std::string> ids;  ///< failure ids (names of the fault without its time), at least
                                 ///< one
};

/// The outcome of an execution, and the lineage that explains why promises were kept. The ids in
/// the lineage refer to the written-out program with the report's fingerprint.
struct ExecuteReport {
  Outcome outcome = Outcome::holds;
  Lineage lineage;
  std::vector<std::string> violated;          ///< violated tuples as text, sorted
  std::vector<std::uint32_t> specifications;  ///< indices of the violated specifications, ascending
  /// Messages about an arithmetic error, or the reason why the execution did not end; otherwise
  /// empty.
  std::string error;
  /// Faults that may be added, by time; empty unless the job requested them.
  std::vector<Offer> offers{};
};

/// An execution that exceeded its limits of facts or steps.
struct Unended {
  FaultSet faults;
  std::string why;
};

struct EnumerateReport {
  std::uint64_t executed = 0;
  std::uint64_t violating = 0;
  std::vector<FaultSet> falsifiers;  ///< violating fault sets, except those that contain a known
                                     ///< counterexample
  std::vector<FaultSet> errors;      ///< fault sets whose execution ends in an arithmetic error
  /// Fault sets whose outcome is unknown because their execution did not end.
  std::vector<Unended> unended{};
};

struct SampleReport {
  std::uint64_t executed = 0;  ///< number of fault sets that were executed
  /// Number of fault sets before the first violating set, or of all fault sets if none violates.
  std::uint64_t harmless = 0;
  /// Outcome of the first violating set; `holds` if no set violates.
  Outcome outcome = Outcome::holds;
  /// Number of harmless fault sets before the first set whose execution ends in an arithmetic
  /// error.
  std::uint64_t sound = 0;
  std::vector<Unended> unended{};  ///< fault sets whose outcome is unknown because their execution
                                   ///< exceeded a limit
};

/// The text of a recording (docs/reference/recording-format.md). The master reads it.
struct DriveReport {
  std::string recording;
  std::string lacks{};  ///< features that the sandbox lacks on this machine; empty if it has all
                        ///< features
  MemoryBound memory_bound = MemoryBound::none;
};

struct Report {
  std::uint64_t job = 0;
  /// Hash that identifies the written-out program, the Setup of a sweep, or the executed system.
  std::uint64_t fingerprint = 0;
  std::uint64_t execute_ns = 0;
  std::variant<ExecuteReport, EnumerateReport, SampleReport, Cell, DriveReport> result;
};

/// Calls `visitor` with the work of a job and the result of its report. Does not call it, and
/// returns false, if the report belongs to another kind of job.
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

/// Returns false if a limit of the Setup influenced the report. With another limit, the same job
/// may have another report.
[[nodiscard]] bool repeatable(const Report& report);

}  // namespace ldfi
