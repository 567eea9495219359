// Repeats violating executions to see if they violate again. If a subject is not deterministic, a
// fault set counts as a violation only if every repetition violates. Executions are identified by
// numbers, so any subject can use this class.
//
//   recurrences.begin(execution);
//   while (auto attempt = recurrences.next()) run(*attempt);
//   if (auto count = recurrences.answer(execution, violates)) …   // the last repetition has ended
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>

namespace ldfi::campaign {

class Recurrences {
 public:
  struct Attempt {
    std::size_t execution = 0;
    std::uint64_t number = 0;  ///< number of this repetition among those of the execution, from 0
  };

  /// Repeats each violating execution `replays` times.
  explicit Recurrences(std::uint64_t replays) : replays_(replays) {}

  /// Returns true if violations are repeated at all.
  [[nodiscard]] bool wanted() const { return replays_ > 0; }
  /// Requests the repetitions of an execution that violated. Requires wanted(), and that begin()
  /// was not called for this execution before.
  void begin(std::size_t execution);
  /// Returns the next repetition to run, or nullopt if all were returned before.
  std::optional<Attempt> next();
  /// Notes that a repetition has ended. If it was the last repetition of the execution, returns how
  /// many repetitions violated, otherwise nullopt. Requires that next() returned the repetition.
  std::optional<std::uint64_t> answer(std::size_t execution, bool violates);
  /// Returns true if no repetition is waiting or running.
  [[nodiscard]] bool empty() const { return open_.empty(); }
  /// Returns the number of repetitions that have ended.
  [[nodiscard]] std::size_t answered() const { return answered_; }

 private:
  struct Count {
    std::uint64_t begun = 0;
    std::uint64_t ended = 0;
    std::uint64_t violating = 0;
  };

  std::uint64_t replays_;
  /// Repetitions of each execution that has not had all of them.
  std::map<std::size_t, Count> open_;
  std::size_t answered_ = 0;
};

}  // namespace ldfi::campaign
