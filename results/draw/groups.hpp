// Messages between the same nodes at the same tick share one arrow. Of these, tuples that differ in
// one column share one line: `tuple(a,p,{1,2,3})`.
#pragma once

#include <string>
#include <vector>

#include "common/record/trace.hpp"

namespace ldfi::results {

/// A line beside an arrow.
struct LabelLine {
  std::string text;       ///< never shortened
  std::size_t count = 1;  ///< how many messages it stands for
  bool matters = true;    ///< whether the outcome rests on one of them
  std::string type{};     ///< of all of them: `log`
};

/// What one node sends to another at one tick: all of it lost, or none of it.
struct Arrow {
  NodeId from;
  NodeId to;
  bool lost = false;
  std::vector<LabelLine> lines;  ///< what matters first
  std::int32_t late = 0;         ///< ticks by which the messages arrive later than at the next

  [[nodiscard]] bool matters() const { return !lines.empty() && lines.front().matters; }
};

/// The arrows that begin at one tick, sorted by sender, then by receiver; those in time come first.
std::vector<Arrow> arrows(const Trace& trace, const Tick& tick);

}  // namespace ldfi::results
