// Groups messages for drawing. Messages between the same nodes at the same tick share one arrow. If
// such messages differ in only one column, they share one line of its label: `tuple(a,p,{1,2,3})`.
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
  std::size_t number = 0;  ///< number of the message among the deliveries of a schedule, or 0
};

/// An arrow for the messages from one node to another node at one tick. If one of the messages is
/// lost, all are.
struct Arrow {
  NodeId from;
  NodeId to;
  bool lost = false;
  std::vector<LabelLine> lines;  ///< lines of the label; those that matter come first
  std::int32_t late = 0;         ///< number of ticks by which the messages are late
  bool pending = false;          ///< true if the schedule never delivers the messages

  [[nodiscard]] bool matters() const { return !lines.empty() && lines.front().matters; }
};

/// Additions to the diagram of an execution that follows a schedule, which is a list of events in
/// their order.
struct ScheduleMarks {
  /// Numbers of the messages in the order of their delivery, from 1. A message without a number is
  /// drawn pale.
  std::map<SentMessage, std::size_t> numbers;
  /// Messages that the schedule never delivers. The trace lists them as lost.
  std::set<SentMessage> pending;
  /// An event that is not a message, such as a crash or an input. If `pale`, it is drawn pale.
  struct External {
    int tick = 0;
    std::optional<NodeId> node;  ///< node of the event, if it has one
    std::string text;
    bool pale = false;
  };
  std::vector<External> externals;
  std::set<NodeId> absent;  ///< nodes that are not in the schedule
  bool compared = false;    ///< true if the legend must explain what pale events are
};

/// Returns the arrows that begin at this tick. They are sorted by delay, sender and receiver. With
/// `marks`, messages do not share lines.
std::vector<Arrow> arrows(const Trace& trace, const Tick& tick,
                          const ScheduleMarks* marks = nullptr);

}  // namespace ldfi::results
