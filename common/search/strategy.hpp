// A search strategy decides which fault sets to run and what their outcomes prove. It does not
// depend on ranks: the scheduler requests a job whenever a worker is free, and hands back the
// reports in any order.
//
//   while (!s.finished()) { while (auto job = s.next_job()) send(*job); s.accept(receive()); }
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/record/job.hpp"
#include "common/record/search_result.hpp"

namespace ldfi::search {

/// Converts nanoseconds to seconds.
[[nodiscard]] inline double seconds(std::uint64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

/// Returns the result of a search if a scout found the least falsifier before the search began.
SearchResult overtaken_by(const FaultSet& least);

/// Returns the error text of a result for an execution that is only known to end in an arithmetic
/// error.
std::string error_under(const FaultSet& faults, const Fspec& fspec);

/// Returns the reason of an incomplete search that found nothing. `why` says why it ended and may
/// be empty.
std::string nothing_found(const std::string& why);

/// Collects executions that did not end: their number and the least of their fault sets.
class UnendedRuns {
 public:
  void add(const std::vector<Unended>& more);
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Returns the least fault set. Requires !empty().
  [[nodiscard]] const FaultSet& least() const { return least_.faults; }
  /// Returns a text with the number, the least fault set and the reason. Requires !empty().
  [[nodiscard]] std::string text(const Fspec& fspec) const;

 private:
  std::uint64_t count_ = 0;
  Unended least_;
};

/// The progress of a search, for display. Members that a strategy does not have stay empty.
struct Standing {
  std::optional<std::uint64_t> frontier;  ///< fault sets known to be left to run
  std::optional<std::uint64_t> clauses;   ///< number of clauses that the solver was given
  std::uint64_t solve_ns = 0;
  /// Number of executed sets that the proofs did not exclude: a measure of lost precision.
  std::uint64_t blocked_only = 0;
};

/// next_job() and accept() may throw BudgetExceeded. The caller must then call give_up(); result()
/// returns what was found until then.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Returns a job for one more worker, or nullopt if there is none at present. Job ids are unique
  /// and ascend.
  virtual std::optional<Job> next_job() = 0;
  /// Takes the report of a job that was handed out. Each report must be passed exactly once, in any
  /// order.
  virtual void accept(const Report& report) = 0;
  [[nodiscard]] virtual bool finished() const = 0;
  /// Ends the search early with `reason` ("time", "runs", …).
  virtual void give_up(const std::string& reason) = 0;
  [[nodiscard]] virtual SearchResult result() const = 0;
  [[nodiscard]] virtual Standing standing() const { return {}; }
};

}  // namespace ldfi::search
