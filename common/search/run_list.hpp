// The runs of a search in which each run leads to further runs. They are listed in the order in
// which one worker would execute them, so the answer is the same for any number of workers. If the
// search stops at the first counterexample, later runs do not count.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record/search_result.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

class RunList {
 public:
  struct Run {
    FaultSet faults;
    std::optional<std::uint64_t> parent;  ///< index of the run that led to this one
    bool done = false;
    Outcome outcome = Outcome::holds;
    std::uint64_t execute_ns = 0;
    std::vector<std::string> violated{};
    std::string error{};
  };

  /// If `all` is true, only a failure-free run that does not hold ends the search early.
  explicit RunList(bool all) : all_(all) {}

  void add(FaultSet faults, std::optional<std::uint64_t> parent);
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  [[nodiscard]] const Run& operator[](std::size_t i) const { return runs_[i]; }
  /// Returns true if some run in the list ends the search. Runs before it may still be running.
  [[nodiscard]] bool stops() const { return stops_at_.has_value(); }
  /// Returns true if the run that ends the search and all runs before it are done. Requires
  /// stops().
  [[nodiscard]] bool stopped() const;
  [[nodiscard]] bool all_handed_out() const { return next_ == runs_.size(); }
  [[nodiscard]] std::uint64_t running() const { return running_; }
  /// Returns the number of runs that are not done.
  [[nodiscard]] std::uint64_t left() const { return runs_.size() - next_ + running_; }

  /// Returns the job of the next run. Requires !all_handed_out().
  Job hand_out(bool with_offers);
  /// Takes a report and returns the index of its run. The run must have been handed out. If `ended`
  /// is true, the search is over, so the outcome is not stored.
  std::size_t accept(const Report& report, bool ended);

  /// Returns the numbers of executions and what they found: `counterexample` or `broken`, with the
  /// minimal violating sets and an error. If nothing was found, the strategy must set the verdict.
  /// `all_minimal` means that no smaller set is left to execute.
  [[nodiscard]] SearchResult result(const std::string& reason, bool all_minimal) const;
  /// Returns the runs that did not end.
  [[nodiscard]] UnendedRuns unended() const;

 private:
  [[nodiscard]] bool counts(std::size_t run) const { return !stops_at_ || run <= *stops_at_; }

  bool all_;
  std::vector<Run> runs_;
  std::size_t next_ = 0;  ///< index of the next run to hand out; the id of its job is one more
  std::uint64_t running_ = 0;
  std::optional<std::size_t> stops_at_;
};

/// Returns true if the result has a violating fault set or an error.
[[nodiscard]] inline bool found_something(const SearchResult& result) {
  return !result.falsifiers.empty() || !result.error.empty();
}

}  // namespace ldfi::search
