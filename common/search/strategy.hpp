// A search strategy decides which fault sets to run and what their outcomes prove. It knows nothing
// of ranks: the scheduler asks for work whenever a worker is free and hands back the reports, in
// any order.
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

/// Seconds, of nanoseconds.
[[nodiscard]] inline double seconds(std::uint64_t ns) {
  return static_cast<double>(ns) * 1e-9;
}

/// What a search says that was overtaken by the least falsifier before it began.
SearchResult overtaken_by(const FaultSet& least);

/// What a search says of an execution that it knows to end in an arithmetic error, and no more.
std::string error_under(const FaultSet& faults, const Fspec& fspec);

/// The reason of an incomplete search that found nothing; `why` it ended may be empty.
std::string nothing_found(const std::string& why);

/// The executions that came to no end: how many, and the least of their fault sets.
class UnendedRuns {
 public:
  void add(const std::vector<Unended>& more);
  [[nodiscard]] bool empty() const { return count_ == 0; }
  /// Of the least one. Precondition: not empty.
  [[nodiscard]] const FaultSet& least() const { return least_.faults; }
  /// For a person: how many, the least fault set, and why. Precondition: not empty.
  [[nodiscard]] std::string text(const Fspec& fspec) const;

 private:
  std::uint64_t count_ = 0;
  Unended least_;
};

/// Where a search stands, for a person to look at; a strategy leaves empty what it knows nothing
/// of.
struct Standing {
  std::optional<std::uint64_t> frontier;  ///< fault sets known to be left to run
  std::optional<std::uint64_t> clauses;   ///< that the solver has been given
  std::uint64_t solve_ns = 0;
  /// Executed sets that the proofs did not exclude: lost precision.
  std::uint64_t blocked_only = 0;
};

/// next_job() and accept() may throw BudgetExceeded. Whoever drives the strategy then makes it give
/// up: what it has found until then is its result.
class Strategy {
 public:
  virtual ~Strategy() = default;
  /// Work for one more worker, or nothing for now. Job ids are unique and count up.
  virtual std::optional<Job> next_job() = 0;
  /// The report of a job handed out before; each exactly once, in any order.
  virtual void accept(const Report& report) = 0;
  [[nodiscard]] virtual bool finished() const = 0;
  /// Ends the search early with `reason` ("time", "runs", …).
  virtual void give_up(const std::string& reason) = 0;
  [[nodiscard]] virtual SearchResult result() const = 0;
  [[nodiscard]] virtual Standing standing() const { return {}; }
};

}  // namespace ldfi::search
