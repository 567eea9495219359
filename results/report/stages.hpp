// Writes the steps (stages) of a minimisation as pictures, and as JSON for the page. For each step,
// the JSON has the list of its events, the differences from the step before, and the tuples that
// hold in its execution.
#pragma once

#include <functional>
#include <string>

#include "results/json/values.hpp"
#include "results/views/draw/lamport.hpp"
#include "results/views/trace/stage.hpp"

namespace ldfi::results {

/// Returns the numbers and marks for the diagram of a step. Delivered messages are numbered in the
/// order of arrival.
[[nodiscard]] ScheduleMarks marks_of(const StageRun& done, const MinimisationStage& stage);

/// Returns the space-time diagram of a step's execution.
[[nodiscard]] Svg stage_diagram(const RunRecord& run, const Cell& cell,
                                const MinimisationStage& stage, const std::string& title);

/// Returns a picture of two steps side by side, with their nodes in the same order. An event of
/// both steps has the number that it has in `after`. An event of only one step is drawn pale.
[[nodiscard]] Svg before_and_after(const RunRecord& run, const Cell& cell,
                                   const MinimisationStage& before, const MinimisationStage& after,
                                   const std::string& title);

/// Returns the steps of the cell's minimisation. Each step is an object: {`nodes`, `eot`, `events`,
/// `removed`: events that only the step before has, `added`: indices of new events in `events`,
/// `pending`: number of messages that never arrive, `violated`, `lamport` (SVG), `texts` and
/// `state` as in add_state()}. A step that is not shown is {`note`: reason}. `enough` gets the
/// number of bytes so far. If it returns true, the remaining steps are not shown.
[[nodiscard]] Json stages_json(const RunRecord& run, const Cell& cell,
                               const std::function<bool(std::size_t bytes)>& enough);

}  // namespace ldfi::results
