// Groups messages for drawing. Messages between the same nodes at the same tick share one arrow.
// Among these, tuples that differ in one column share one line: `tuple(a,p,{1,2,3})`.
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
  std::string text;        ///< whole text, never shortened
  std::size_t count = 1;   ///< number of messages that the line stands for
  bool matters = true;     ///< true if the outcome depends on one of them
  std::string type{};      ///< type of all these messages, for example `log`
  std::size_t number = 0;  ///< number of the delivery in a schedule; 0 if it has none
};

/// The messages from one node to another at one tick. All of them are lost, or none is.
struct Arrow {
  NodeId from;
  NodeId to;
  bool lost = false;
  std::vector<LabelLine> lines;  ///< the lines that matter come first
  std::int32_t late = 0;         ///< ticks by which the messages arrive after the next tick
  bool pending = false;          ///< true if the drawn schedule never delivers the messages

  [[nodiscard]] bool matters() const { return !lines.empty() && lines.front().matters; }
};

/// How to draw an execution that follows a schedule.
struct ScheduleMarks {
  /// Number of each delivery, from 1 on; a delivery without a number is drawn pale.
  std::map<SentMessage, std::size_t> numbers;
  /// Messages that are lost in the trace because the schedule never delivers them.
  std::set<SentMessage> pending;
  /// An external event. `pale`: the event is drawn pale.
  struct External {
    int tick = 0;
    std::optional<NodeId> node;  ///< node to which the event belongs, if any
    std::string text;
    bool pale = false;
  };
  std::vector<External> externals;
  std::set<NodeId> absent;  ///< nodes that the schedule does not have
  bool compared = false;    ///< true if the legend has to explain pale events
};

/// Returns the arrows that begin at one tick, sorted by sender, then by receiver. Messages that
/// arrive in time come first. With `marks`, each message has a line of its own.
std::vector<Arrow> arrows(const Trace& trace, const Tick& tick,
                          const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
