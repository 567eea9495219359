// What a space-time diagram of a schedule has besides. Private to this folder.
#pragma once

#include "results/views/draw/lamport_layout.hpp"

namespace ldfi::results {

/// What is given from outside, beside the node of which it tells; what tells of none, on the left.
void draw_externals(const LamportLayout& layout, const ScheduleMarks& marks, Svg& svg);

/// One line, at this height.
void draw_schedule_legend(const ScheduleMarks& marks, double y, Svg& svg);

}  // namespace ldfi::results
