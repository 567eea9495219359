// The executions with which the stages of a minimisation ended, made again, and how the schedules of
// two stages go together.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct StageRun {
  /// In the stage's world, with its faults. What is pending stands among what is lost.
  Trace trace;
  std::set<SentMessage> pending;
  /// What arrives, in the order of arrival, and of sending at one tick: the first is number 1.
  std::vector<SentMessage> deliveries;
};

/// Executes the stage's schedule. Throws InputError if the stored program does not do what the
/// schedule says, or is not in the file, and as Subject::execute does. What holds is left out if
/// more than `max_tuples` do.
[[nodiscard]] StageRun run_stage(const RunRecord& run, const Cell& cell,
                                 const MinimisationStage& stage,
                                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

/// The deliveries of a schedule, in the order in which StageRun has them; what a node sends itself only
/// if it is late or comes again.
[[nodiscard]] std::vector<ScheduledEvent> deliveries_of(const std::vector<ScheduledEvent>& events);

/// For each event of `events` the place of the same one among `others`, if it is there: sent and
/// arriving then, sent then and arriving at another tick, or else the next equal one.
[[nodiscard]] std::vector<std::optional<std::size_t>> places_in(
    const std::vector<ScheduledEvent>& others, const std::vector<ScheduledEvent>& events);

/// The stage of that name. Throws UsageError, which lists the stages, if there is none.
[[nodiscard]] const MinimisationStage& stage_named(const Cell& cell, const std::string& stage,
                                                   const std::string& option);

}  // namespace ldfi::results
