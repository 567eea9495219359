// Selects executions that are repeated to test whether a subject is deterministic. They are an even
// sample, and all executions that a verdict shows. Executions are identified by numbers, so any
// subject can use this class.
//
//   if (double_runs.samples(execution)) double_runs.add(execution);
//   while (auto execution = double_runs.next()) …   // repeat the execution, then answer()
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ldfi::campaign {

class DoubleRuns {
 public:
  /// Selects `millionths` of a million executions, from 0 to 1,000,000.
  explicit DoubleRuns(std::uint64_t millionths);

  /// Returns true if the execution belongs to the sample, which is evenly spaced. A sample that is
  /// not empty contains the first two executions. The second execution shows whether the first one
  /// left something behind in a process that both used.
  [[nodiscard]] bool samples(std::size_t execution) const;
  /// Returns true unless the sample is empty.
  [[nodiscard]] bool wanted() const { return millionths_ > 0; }
  /// Requests that the execution is repeated after all others. Does nothing if this was requested before.
  void add(std::size_t execution);
  /// Requests that the execution is repeated before all others. If the execution was repeated
  /// before, this function does nothing unless `again`.
  void add_first(std::size_t execution, bool again);
  /// Returns the next execution to repeat, or nullopt if no execution is waiting.
  std::optional<std::size_t> next();
  /// Notes that a repetition has ended. Requires that next() returned the execution.
  void answer();
  /// Returns true if a repetition is under way.
  [[nodiscard]] bool is_running() const { return running_ > 0; }
  /// Returns how many repetitions have ended.
  [[nodiscard]] std::size_t answered() const { return answered_; }

  /// Notes that the repetition of the execution had another result than the execution itself.
  /// Requires that next() returned the execution.
  void contradict(std::size_t execution);
  [[nodiscard]] bool is_contradicted(std::size_t execution) const {
    return contradicted_.contains(execution);
  }
  /// Notes a difference between two executions that should be equal. Only the first ten texts are
  /// kept.
  void note_difference(std::string text);
  /// Returns the differences between executions that should be equal. Empty if the subject seems
  /// deterministic.
  [[nodiscard]] const std::vector<std::string>& differences() const { return differences_; }

 private:
  std::uint64_t millionths_;
  std::deque<std::size_t> waiting_;
  std::set<std::size_t> requested_;
  std::set<std::size_t> contradicted_;
  std::size_t running_ = 0;
  std::size_t answered_ = 0;
  std::vector<std::string> differences_;
};

}  // namespace ldfi::campaign
