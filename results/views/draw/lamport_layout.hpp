// Where everything in a space-time diagram stands. Time runs downwards. Every tick is a band, as
// high as its messages' labels need to stand side by side without touching.
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
  Point label;                     ///< of its first line: middle, baseline
  std::vector<std::string> texts;  ///< of its lines, shortened where too long
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
  double height = 0;      ///< down to the last tick; legend and outcome come below
  std::vector<double> x;  ///< by node
  std::vector<Band> bands;
  std::size_t shortened = 0;  ///< labels that do not show their whole text
};

inline constexpr double line_height = 14;
inline constexpr double column_width = 6.65;  ///< of one character of a label
inline constexpr std::size_t longest_label = 44;

/// `top` is the y of the first tick.
LamportLayout lay_out(const Trace& trace, double top, const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
