// Draws the parts of a space-time diagram that exist only if the execution follows a schedule.
// Private to this folder.
#pragma once

#include "results/views/draw/lamport_layout.hpp"

namespace ldfi::results {

/// Draws each event that is not a message beside its node, or at the left border if it has no node.
void draw_externals(const LamportLayout& layout, const ScheduleMarks& marks, Svg& svg);

/// Draws the legend as one line at height `y`.
void draw_schedule_legend(const ScheduleMarks& marks, double y, Svg& svg);

}  // namespace ldfi::results
