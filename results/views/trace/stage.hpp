// Executes the schedules (lists of events) of a minimisation's steps again, and matches the events
// of two schedules.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct StageRun {
  /// The execution of the step. Messages that never arrive are listed as lost.
  Trace trace;
  std::set<SentMessage> pending;
  /// Delivered messages in the order of arrival or, if they arrive at the same tick, of sending.
  /// They are numbered from 1.
  std::vector<SentMessage> deliveries;
};

/// Executes the schedule of the step. Throws InputError if the file has no program, or if the
/// program does not follow the schedule. Throws all exceptions of Subject::execute(). The trace
/// contains tuples only if there are at most `max_tuples`.
[[nodiscard]] StageRun run_stage(const RunRecord& run, const Cell& cell,
                                 const MinimisationStage& stage,
                                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

/// Returns the deliveries of a schedule, in the order of StageRun::deliveries. Leaves out a message
/// from a node to itself, unless the message is late or duplicated.
[[nodiscard]] std::vector<ScheduledEvent> deliveries_of(const std::vector<ScheduledEvent>& events);

/// Returns, for each event, the index of an equal event in `others`, or nullopt if there is none.
/// If there are several, prefers an event with the same ticks of sending and arrival. The next
/// choice is an event with the same tick of sending. No two events get the same index.
[[nodiscard]] std::vector<std::optional<std::size_t>> places_in(
    const std::vector<ScheduledEvent>& others, const std::vector<ScheduledEvent>& events);

/// Returns the step with this name. If there is no such step, throws UsageError, which lists the
/// steps.
[[nodiscard]] const MinimisationStage& stage_named(const Cell& cell, const std::string& stage,
                                                   const std::string& option);

}  // namespace ldfi::results
