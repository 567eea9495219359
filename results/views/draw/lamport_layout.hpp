// Computes all positions in a space-time diagram. Time runs downwards. Each tick has a horizontal
// band that is high enough for the labels of its messages.
#pragma once

#include <string>
#include <vector>

#include "results/views/draw/groups.hpp"
#include "results/views/draw/svg.hpp"

namespace ldfi::results {

struct PlacedArrow {
  Arrow arrow;
  Point from;
  Point to;
  /// Position of the first line of the label: the middle of its baseline.
  Point label;
  std::vector<std::string> texts;  ///< lines of the label, shortened if they are too long
};

struct Band {
  int tick = 0;
  double y = 0;
  std::vector<NodeId> crashes;
  std::vector<NodeId> restarts;
  std::vector<PlacedArrow> arrows;
};

struct LamportLayout {
  double width = 0;
  double height = 0;      ///< height in pixels down to the last tick, without the legend and
                          ///< outcome below
  std::vector<double> x;  ///< x of each node's line
  std::vector<Band> bands;
  std::size_t shortened = 0;  ///< number of labels that had to be shortened
};

inline constexpr double line_height = 14;
inline constexpr double column_width = 6.65;  ///< width of one character in a label, in pixels
inline constexpr std::size_t longest_label = 44;

/// Returns the layout. `top` is the y of the first tick. `marks` is not null if the execution
/// follows a schedule.
LamportLayout lay_out(const Trace& trace, double top, const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
