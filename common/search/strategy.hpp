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

/// Returns the result of a search that ended before it began, because its scout found the least
/// falsifier `least`. A scout executes small fault sets in another thread.
SearchResult result_found_by_scout(const FaultSet& least);

/// Returns the error text for a fault set whose execution is only known to end in an arithmetic
/// error.
std::string error_under(const FaultSet& faults, const Fspec& fspec);

/// Returns the reason of an incomplete search that found nothing. `why` says why it ended, and may
/// be empty.
std::string nothing_found(const std::string& why);

/// Collects executions that did not end: their number and the least of their fault sets.
class UnendedRuns {
 public:
  void add(const std::vector<Unended>& more);
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Returns the least fault set. Requires !empty().
  [[nodiscard]] const FaultSet& least() const { return least_.faults; }
  /// Returns a text with the number of executions, the least fault set and why it did not end.
  /// Requires !empty().
  [[nodiscard]] std::string text(const Fspec& fspec) const;

 private:
  std::uint64_t count_ = 0;
  Unended least_;
};

/// The progress of a search, for display. A member stays empty if the strategy does not have it.
struct SearchProgress {
  /// Number of fault sets that are known to be left to execute.
  std::optional<std::uint64_t> frontier;
  std::optional<std::uint64_t> clauses;  ///< number of clauses that the solver has received
  std::uint64_t solve_ns = 0;
  /// Number of executed fault sets that the proofs of their executions did not exclude. The higher
  /// it is, the weaker are the proofs.
  std::uint64_t blocked_only = 0;
};

/// A search strategy. next_job() and accept() may throw BudgetExceeded. The caller must then call
/// give_up(); afterwards, result() returns what was found.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Returns a job for a free worker, or nullopt if there is none at present. The ids of jobs
  /// ascend.
  virtual std::optional<Job> next_job() = 0;
  /// Takes the report of a job that next_job() returned. Each report must be passed exactly once,
  /// in any order.
  virtual void accept(const Report& report) = 0;
  [[nodiscard]] virtual bool finished() const = 0;
  /// Ends the search early. `reason` names the budget, such as "time" or "runs".
  virtual void give_up(const std::string& reason) = 0;
  [[nodiscard]] virtual SearchResult result() const = 0;
  [[nodiscard]] virtual SearchProgress standing() const { return {}; }
};

}  // namespace ldfi::search
