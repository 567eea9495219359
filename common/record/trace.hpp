// One execution as views of it present it, whatever was executed: nodes, messages, losses and
// crashes, tick by tick. It refers to nothing outside itself.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi {

struct Message {
  NodeId from;
  NodeId to;
  std::string head;                  ///< what it makes hold at the receiver: `log(b,data)`
  std::uint32_t type_number = 0;     ///< orders types as the subject does
  std::string type;                  ///< a relation: `log`
  std::vector<std::string> columns;  ///< of the head, as text
  auto operator<=>(const Message&) const = default;
};

struct SentMessage {
  Time sent;  ///< it holds at the receiver one tick later
  Message message;
  auto operator<=>(const SentMessage&) const = default;
};

struct Tick {
  int tick = 0;
  std::vector<NodeId> crashes;   ///< nodes that crash at this tick
  std::vector<Message> arrived;  ///< sent at this tick to other nodes; they hold at the next tick
  std::vector<Message> lost;     ///< sent at this tick, and lost on the way
};

struct Trace {
  FspecParameters fspec;
  FaultSet faults;
  std::vector<std::string> violated;  ///< tuples as text, sorted
  std::vector<std::string> pre;       ///< tuples at EOT, sorted
  std::vector<std::string> post;
  std::vector<Tick> ticks;
  /// The messages that the outcome rests on. Of a violation, these are the messages behind the
  /// broken promises; otherwise those behind everything that the invariant reads. Empty optional:
  /// unknown.
  std::optional<std::set<SentMessage>> matter;

  [[nodiscard]] bool holds() const { return violated.empty(); }
  [[nodiscard]] const std::string& name(NodeId node) const { return fspec.nodes.at(node.index()); }
  [[nodiscard]] bool matters(int sent, const Message& message) const {
    return !matter || matter->contains({Time(sent), message});
  }
};

}  // namespace ldfi
