// Messages between the same nodes at the same tick share one arrow. Of these, tuples that differ in
// one column share one line: `tuple(a,p,{1,2,3})`.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/record/trace.hpp"

namespace ldfi::results {

/// A line beside an arrow.
struct LabelLine {
  std::string text;        ///< never shortened
  std::size_t count = 1;   ///< how many messages it stands for
  bool matters = true;     ///< whether the outcome rests on one of them
  std::string type{};      ///< of all of them: `log`
  std::size_t number = 0;  ///< of the delivery in a schedule; 0: it has none
};

/// What one node sends to another at one tick: all of it lost, or none of it.
struct Arrow {
  NodeId from;
  NodeId to;
  bool lost = false;
  std::vector<LabelLine> lines;  ///< what matters first
  std::int32_t late = 0;         ///< ticks by which the messages arrive later than at the next
  bool pending = false;          ///< not in the schedule that is drawn

  [[nodiscard]] bool matters() const { return !lines.empty() && lines.front().matters; }
};

/// How an execution is drawn that a schedule describes.
struct ScheduleMarks {
  std::map<SentMessage, std::size_t> numbers;  ///< of deliveries, from 1 on; those without are pale
  std::set<SentMessage> pending;               ///< of what the trace says that it is lost
  /// What is given from outside. `pale`: as above.
  struct External {
    int tick = 0;
    std::optional<NodeId> node;  ///< of which it tells
    std::string text;
    bool pale = false;
  };
  std::vector<External> externals;
  std::set<NodeId> absent;  ///< nodes that are not in the schedule's world
  bool compared = false;    ///< whether what is pale is to be explained
};

/// The arrows that begin at one tick, sorted by sender, then by receiver; those in time come first. With `marks` each message
/// has a line of its own.
std::vector<Arrow> arrows(const Trace& trace, const Tick& tick,
                          const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
