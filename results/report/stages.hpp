// The stages of a minimisation as pictures, and as the page has them: the schedule of each, what it
// has and the stage before has not, and what holds in its execution.
#pragma once

#include <functional>
#include <string>

#include "results/json/values.hpp"
#include "results/views/draw/lamport.hpp"
#include "results/views/trace/stage.hpp"

namespace ldfi::results {

/// How the stage is drawn: all its deliveries numbered, in the order of arrival.
[[nodiscard]] ScheduleMarks marks_of(const StageRun& done, const MinimisationStage& stage);

/// The space-time diagram of a stage.
[[nodiscard]] Svg stage_diagram(const RunRecord& run, const Cell& cell,
                                const MinimisationStage& stage, const std::string& title);

/// Two stages beside each other, with their nodes in the same order. What both have has the number
/// that it has in `after`; what only one has is pale.
[[nodiscard]] Svg before_and_after(const RunRecord& run, const Cell& cell,
                                   const MinimisationStage& before, const MinimisationStage& after,
                                   const std::string& title);

/// The stages of the cell's minimisation, each {`nodes`, `eot`, `events`, `removed`: of the stage
/// before, `added`: places in `events`, `pending`: how many messages, `lamport` (SVG), `texts` and
/// `state` as of any run}, or {`note`: why it cannot be shown}. `enough` says when no more are to be
/// made.
[[nodiscard]] Json stages_json(const RunRecord& run, const Cell& cell,
                               const std::function<bool(std::size_t bytes)>& enough);

}  // namespace ldfi::results
