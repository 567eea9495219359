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

namespace ldfi {

/// Run one fault set forward and explain the outcome.
struct ExecuteJob {
  FaultSet faults;
  bool offers = false;  ///< tell which faults may be added; only on the plain evaluator
};

/// Run a range of the enumeration of all fault sets (exhaustive search): those of
/// Enumeration(fspec, given, more), ranks [first, first + count).
struct EnumerateJob {
  FaultSet given;
  std::uint32_t more = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<FaultSet>
      known;  ///< minimal falsifiers so far: their supersets are counted, not sent
};

/// Run fault sets of a random sequence (FaultSampler): those with index first … first + count − 1.
/// The worker stops at the first one that violates.
struct SampleJob {
  std::uint64_t seed = 0;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::vector<FaultSet> known{};  ///< what contains one of these is passed over
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
  /// Fault sets that contain one of these are not looked at (SEARCH.md, section 5).
  std::vector<FaultSet> known{};
  FaultWeights weights{};  ///< of the fault sets that a random search draws
};

/// Search one cell of a sweep from its failure-free run to its verdict. The cell's nodes and modes
/// are those of the Setup, and so is its program, but for the constants in `params`. The answer is a Cell without graphs and sizes; a probe's verdict is
/// `broken`, `vacuous`, or `certified` for a failure-free run that holds and promises something.
struct SearchJob {
  std::int32_t eot = 0;
  std::int32_t eff = 0;
  std::int32_t crashes = 0;
  bool probe = false;  ///< only judge the failure-free run
  SearchSettings settings;
  Budgets budgets{};
  std::vector<std::string> params{};  ///< NAME=VALUE, besides what the Setup's sources set
};

/// Execute a real system, and record what happens.
struct DriveJob {
  std::vector<std::string> faults;  ///< as they are written: systems::to_texts
  std::uint64_t seed = 0;
  DriveWay way = DriveWay::planned;
  std::uint32_t again = 0;  ///< how often the same was asked before: each time is an execution
  bool some = false;        ///< of messages between nodes, `deliveries` alone arrive
  std::vector<std::string> deliveries{};  ///< as they are written: n0,n1,gossip#0
  std::uint64_t draw = 0;                 ///< from 1 on: further faults are drawn while it runs
  /// The values of systems::Chances. Empty if `draw` is 0.
  std::vector<std::uint32_t> chances{};
};

struct Job {
  std::uint64_t id = 0;
  std::variant<ExecuteJob, EnumerateJob, SampleJob, SearchJob, DriveJob> work;
};

/// Forward executions that a job asks for; those of a whole cell count as one.
[[nodiscard]] std::uint64_t runs_of(const Job& job);

/// A fault that may be added to those of an execution: failures::Offer.
struct Offer {
  FaultSet fault;                ///< one
  Time at;                       ///< of the event that it hits
  bool sending = false;          ///< that is a message: it comes after what is written at that tick
  std::vector<std::string> ids;  ///< failure ids, at least one
};

/// Why the outcome is what it is, as far as it is good: over the universe of the fingerprint.
struct ExecuteReport {
  Outcome outcome = Outcome::holds;
  Lineage lineage;
  std::vector<std::string> violated;          ///< tuples as text, sorted
  std::vector<std::uint32_t> specifications;  ///< that are violated, ascending
  std::string error;            ///< when outcome is error: rendered diagnostics; when unended: why
  std::vector<Offer> offers{};  ///< if the job asked for them, by time
};

/// An execution that came to no end within the facts and steps that it may use.
struct Unended {
  FaultSet faults;
  std::string why;
};

struct EnumerateReport {
  std::uint64_t executed = 0;
  std::uint64_t violating = 0;
  std::vector<FaultSet> falsifiers;  ///< the violating sets, but for supersets of known ones
  std::vector<FaultSet> errors;      ///< sets that end in an arithmetic error
  std::vector<Unended> unended{};    ///< neither violating nor harmless, as far as is known
};

struct SampleReport {
  std::uint64_t executed = 0;  ///< fault sets run, those after the first violating one included
  std::uint64_t harmless = 0;  ///< sets before the first that violates; the job's count if none
  Outcome outcome = Outcome::holds;  ///< of that first one; `holds`: there is none
  std::uint64_t sound = 0;           ///< of the harmless, those before the first arithmetic error
  std::vector<Unended> unended{};    ///< passed over
};

/// The text of a recording (docs/TRACES.md): what it means the master reads.
struct DriveReport {
  std::string recording;
  std::string lacks{};  ///< what this machine's sandbox does not allow; empty: nothing
  MemoryBound memory_bound = MemoryBound::none;
};

struct Report {
  std::uint64_t job = 0;
  /// Of the universe that the worker grounded; of a sweep: of its Setup; of the system that it ran.
  std::uint64_t fingerprint = 0;
  std::uint64_t execute_ns = 0;
  std::variant<ExecuteReport, EnumerateReport, SampleReport, Cell, DriveReport> result;
};

/// Calls `visitor` with a job's work and the result that answers it. False if the report is of
/// another kind of job; then it calls nothing.
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
