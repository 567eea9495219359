// Writes the stages of a minimisation as pictures, and as JSON for the page. The JSON has the schedule of
// each stage, the differences from the stage before, and the tuples that hold in its execution.
#pragma once

#include <functional>
#include <string>

#include "results/json/values.hpp"
#include "results/views/draw/lamport.hpp"
#include "results/views/trace/stage.hpp"

namespace ldfi::results {

/// Returns the numbers and marks with which a stage is drawn. Its deliveries are numbered in the order of
/// arrival.
[[nodiscard]] ScheduleMarks marks_of(const StageRun& done, const MinimisationStage& stage);

/// Returns the space-time diagram of a stage's execution.
[[nodiscard]] Svg stage_diagram(const RunRecord& run, const Cell& cell,
                                const MinimisationStage& stage, const std::string& title);

/// Returns a picture of two stages side by side, with their nodes in the same order. Events of both stages
/// have their numbers in `after`. An event that only one stage has is drawn pale.
[[nodiscard]] Svg before_and_after(const RunRecord& run, const Cell& cell,
                                   const MinimisationStage& before, const MinimisationStage& after,
                                   const std::string& title);

/// Returns the stages of the cell's minimisation. Each stage is {`nodes`, `eot`, `events`, `removed`:
/// events of the stage before that this stage does not have, `added`: indices of new events in `events`,
/// `pending`: number of pending messages, `violated`, `lamport` (SVG), `texts` and `state` as in
/// add_state()}. A stage that is not shown is {`note`: reason}. If `enough`, called with the bytes so far,
/// returns true, the remaining stages are notes.
[[nodiscard]] Json stages_json(const RunRecord& run, const Cell& cell,
                               const std::function<bool(std::size_t bytes)>& enough);

}  // namespace ldfi::results
