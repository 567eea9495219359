// One execution as reports show it, tick by tick: nodes, messages, losses and crashes, and which
// facts hold at which node. A trace contains no references to other objects.
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
  std::string head;  ///< fact that the message makes hold at the receiver, such as `log(b,data)`
  /// Index of the message's type in the list of all types of the program or system.
  std::uint32_t type_number = 0;
  std::string type;  ///< type of the message, which is a relation such as `log`
  /// Number of ticks by which the message is late; a message that is not late arrives at the next
  /// tick.
  std::int32_t late = 0;
  auto operator<=>(const Message&) const = default;
};

/// Returns a text such as `, 2 ticks late`, or an empty text for a message that is not late.
[[nodiscard]] std::string lateness_in_words(const Message& message);
/// Returns a text such as `a -> b  log(b,data), 2 ticks late`. The Fspec contains the names of the
/// nodes.
[[nodiscard]] std::string message_in_words(const Message& message, const Fspec& fspec);

struct SentMessage {
  Time sent;  ///< tick of sending; the fact holds at the receiver 1 + `late` ticks later
  Message message;
  auto operator<=>(const SentMessage&) const = default;
};

struct Tick {
  int tick = 0;
  std::vector<NodeId> crashes;  ///< nodes that crash at this tick, before or after their work
  /// Messages to other nodes that are sent at this tick and do arrive.
  std::vector<Message> arrived;
  std::vector<Message> lost;       ///< messages that are sent at this tick and lost by a fault
  std::vector<NodeId> restarts{};  ///< nodes that restart at this tick
  bool operator==(const Tick&) const = default;
};

/// A tuple, and a range of ticks at which the tuple holds.
struct Held {
  std::optional<NodeId> node;  ///< node that the first column of the tuple names, or nullopt
  std::string text;
  int first = 0;
  int last = 0;
  auto operator<=>(const Held&) const = default;
  [[nodiscard]] bool at(int tick) const { return first <= tick && tick <= last; }
};

struct Trace {
  FspecParameters fspec;
  FaultSet faults;
  std::vector<std::string> violated;  ///< tuples that violate a promise, as text, sorted
  std::vector<std::string> pre;       ///< tuples of the relation `pre` at EOT, sorted
  std::vector<std::string> post;
  std::vector<Tick> ticks;  ///< the ticks from 1 to EOT
  /// The messages on which the outcome depends. If a promise is broken, they led to the violation.
  /// Otherwise they led to the facts that the invariant reads. Nullopt if they are unknown.
  std::optional<std::set<SentMessage>> matter;
  /// Tuples and the ranges of ticks at which they hold, sorted by node, then text, then tick.
  /// Tuples without a node come last. Nullopt if there are too many tuples.
  std::optional<std::vector<Held>> held;
  bool operator==(const Trace&) const = default;

  [[nodiscard]] bool holds() const { return violated.empty(); }
  [[nodiscard]] const std::string& name(NodeId node) const;
  /// Returns the name of a relation that a fault refers to, such as a relation whose writes fail.
  [[nodiscard]] std::string stored(NamedId relation) const;
  [[nodiscard]] bool matters(int sent, const Message& message) const {
    return !matter || matter->contains({Time(sent), message});
  }
  /// Returns the tuples that hold at a tick, in the order of `held`. Empty if `held` is nullopt.
  [[nodiscard]] std::vector<const Held*> held_at(int tick) const;
  /// Sorts `held`.
  void sort_held();
};

/// Returns why a trace that was read from a file cannot be used, or nullptr. For example, its ticks
/// are not 1 … EOT, its Fspec does not have a node, or a tuple holds at no tick.
[[nodiscard]] const char* malformed(const Trace& trace);

}  // namespace ldfi
