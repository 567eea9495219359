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

/// A line of the label of an arrow.
struct LabelLine {
  std::string text;        ///< full text, which is shortened only when it is drawn
  std::size_t count = 1;   ///< number of messages that the line stands for
  bool matters = true;     ///< true if the outcome depends on one of the messages
  std::string type{};      ///< type of the messages, such as `log`
  std::size_t number = 0;  ///< number of the delivery in a schedule, or 0
};

/// An arrow for the messages from one node to another node at one tick. Either all of them are lost, or none.
struct Arrow {
  NodeId from;
  NodeId to;
  bool lost = false;
  std::vector<LabelLine> lines;  ///< lines of the label; those that matter come first
  std::int32_t late = 0;         ///< number of ticks by which the messages are late
  bool pending = false;          ///< true if the schedule never delivers the messages

  [[nodiscard]] bool matters() const { return !lines.empty() && lines.front().matters; }
};

/// The marks with which an execution that follows a schedule is drawn.
struct ScheduleMarks {
  /// Numbers of the deliveries, from 1 on. A delivery without a number is drawn pale.
  std::map<SentMessage, std::size_t> numbers;
  /// Messages that the trace calls lost, but that are pending: the schedule never delivers them.
  std::set<SentMessage> pending;
  /// An external event. If `pale`, it is drawn pale.
  struct External {
    int tick = 0;
    std::optional<NodeId> node;  ///< node of the event, if it has one
    std::string text;
    bool pale = false;
  };
  std::vector<External> externals;
  std::set<NodeId> absent;  ///< nodes that are not in the schedule
  bool compared = false;    ///< true if pale events need an explanation in the legend
};

/// Returns the arrows that begin at one tick, sorted by sender and receiver, those without delay first. With
/// `marks`, each message has a line of its own.
std::vector<Arrow> arrows(const Trace& trace, const Tick& tick,
                          const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
