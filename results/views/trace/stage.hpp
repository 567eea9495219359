// Executes the schedules of a minimisation's stages again, and matches the events of two schedules.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct StageRun {
  /// The execution of the stage. Pending messages are listed as lost.
  Trace trace;
  std::set<SentMessage> pending;
  /// Deliveries in the order of arrival and, at the same tick, of sending. The first one has number 1.
  std::vector<SentMessage> deliveries;
};

/// Executes the schedule of the stage. Throws InputError if the file has no program, or a program that does
/// not follow the schedule. Throws what Subject::execute() throws. The trace has tuples only if there are at
/// most `max_tuples`.
[[nodiscard]] StageRun run_stage(const RunRecord& run, const Cell& cell,
                                 const MinimisationStage& stage,
                                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

/// Returns the deliveries of a schedule in the order of StageRun. A message from a node to itself is included
/// only if it is late or duplicated.
[[nodiscard]] std::vector<ScheduledEvent> deliveries_of(const std::vector<ScheduledEvent>& events);

/// Returns for each event the index of the equal event in `others`, or nullopt if there is none. Among
/// several, prefers one with the same ticks of sending and arrival, then one with the same tick of sending,
/// then the next one. No two events get the same index.
[[nodiscard]] std::vector<std::optional<std::size_t>> places_in(
    const std::vector<ScheduledEvent>& others, const std::vector<ScheduledEvent>& events);

/// Returns the stage with this name. Throws UsageError, which lists the stages, if there is no such stage.
[[nodiscard]] const MinimisationStage& stage_named(const Cell& cell, const std::string& stage,
                                                   const std::string& option);

}  // namespace ldfi::results
