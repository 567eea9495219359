// The runs of a search that decides from what each run shows which others follow. Runs stand in the
// order in which one worker would execute them, so the answer is the same for any number of workers: with a
// first counterexample, what stands behind it does not count.
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
    std::optional<std::uint64_t> parent;  ///< the number of the run that it follows from
    bool done = false;
    Outcome outcome = Outcome::holds;
    std::uint64_t execute_ns = 0;
    std::vector<std::string> violated{};
    std::string error{};
  };

  /// With `all`, only a failure-free run that does not hold ends the search.
  explicit RunList(bool all) : all_(all) {}

  void add(FaultSet faults, std::optional<std::uint64_t> parent);
  [[nodiscard]] std::size_t size() const { return runs_.size(); }
  [[nodiscard]] const Run& operator[](std::size_t i) const { return runs_[i]; }
  /// True if a run ends the search; those before it may still be under way.
  [[nodiscard]] bool stops() const { return stops_at_.has_value(); }
  /// True if that run and all before it are done. Precondition: stops().
  [[nodiscard]] bool stopped() const;
  [[nodiscard]] bool all_handed_out() const { return next_ == runs_.size(); }
  [[nodiscard]] std::uint64_t running() const { return running_; }
  /// Those that are not done.
  [[nodiscard]] std::uint64_t left() const { return runs_.size() - next_ + running_; }

  /// The job of the next run. Precondition: not all_handed_out().
  Job hand_out(bool with_offers);
  /// Takes a report, and returns the index of its run, which must have been handed out. Where the
  /// search has ended, what the run did is of no interest.
  std::size_t accept(const Report& report, bool ended);

  /// Executions, and what they found: `counterexample` or `broken`, with minimal sets and an error;
  /// without any, the verdict is left to the strategy. `all_minimal`: nothing smaller is left.
  [[nodiscard]] SearchResult result(const std::string& reason, bool all_minimal) const;
  /// Those that came to no end.
  [[nodiscard]] UnendedRuns unended() const;

 private:
  [[nodiscard]] bool counts(std::size_t run) const { return !stops_at_ || run <= *stops_at_; }

  bool all_;
  std::vector<Run> runs_;
  std::size_t next_ = 0;  ///< the next to hand out; the job's id is one more
  std::uint64_t running_ = 0;
  std::optional<std::size_t> stops_at_;
};

/// True if a result of RunList::result() has something that violates, or an error.
[[nodiscard]] inline bool found_something(const SearchResult& result) {
  return !result.falsifiers.empty() || !result.error.empty();
}

}  // namespace ldfi::search
