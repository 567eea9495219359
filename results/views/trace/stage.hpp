// Executes the final schedules of a minimisation's stages again, and matches the events of two
// schedules.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <set>
#include <vector>

#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct StageRun {
  /// Trace of the stage's nodes and faults. Pending messages are listed as lost.
  Trace trace;
  std::set<SentMessage> pending;
  /// Deliveries in the order of arrival, then of sending. The first one has number 1.
  std::vector<SentMessage> deliveries;
};

/// Executes the stage's schedule. Throws InputError if the stored program is missing or does not
/// follow the schedule. Throws like Subject::execute. The trace lists the tuples only if there are
/// at most `max_tuples`.
[[nodiscard]] StageRun run_stage(const RunRecord& run, const Cell& cell,
                                 const MinimisationStage& stage,
                                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

/// Returns the deliveries of a schedule in the order of StageRun. Includes a node's message to
/// itself only if it is late or duplicated.
[[nodiscard]] std::vector<ScheduledEvent> deliveries_of(const std::vector<ScheduledEvent>& events);

/// Returns for each event the index of the matching one in `others`, or nullopt if none matches. An
/// event with the same ticks of sending and arrival wins over one with the same tick of sending.
/// The next equal event comes last. No two events get the same index.
[[nodiscard]] std::vector<std::optional<std::size_t>> places_in(
    const std::vector<ScheduledEvent>& others, const std::vector<ScheduledEvent>& events);

/// Returns the stage with this name. Throws UsageError, which lists the stages, if it is unknown.
[[nodiscard]] const MinimisationStage& stage_named(const Cell& cell, const std::string& stage,
                                                   const std::string& option);

}  // namespace ldfi::results
