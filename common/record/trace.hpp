// One execution as views of it present it, whatever was executed: nodes, messages, losses and
// crashes, tick by tick, and what holds where. It refers to nothing outside itself.
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
  std::string head;               ///< what it makes hold at the receiver: `log(b,data)`
  std::uint32_t type_number = 0;  ///< orders types as the subject does
  std::string type;               ///< a relation: `log`
  std::int32_t late = 0;          ///< ticks by which it arrives later than at the next tick
  auto operator<=>(const Message&) const = default;
};

/// `, 2 ticks late`; empty for a message in time.
[[nodiscard]] std::string lateness_in_words(const Message& message);

struct SentMessage {
  Time sent;  ///< it holds at the receiver one tick later, or more if it is late
  Message message;
  auto operator<=>(const SentMessage&) const = default;
};

struct Tick {
  int tick = 0;
  std::vector<NodeId> crashes;   ///< nodes that crash at this tick, before or after their work
  std::vector<Message> arrived;  ///< sent at this tick to other nodes; they hold at the next tick,
                                 ///< or later if they are late
  std::vector<Message> lost;     ///< sent at this tick, and lost on the way
  std::vector<NodeId> restarts{};  ///< nodes that restart at this tick
  bool operator==(const Tick&) const = default;
};

/// A tuple, and the ticks at which it holds without a gap.
struct Held {
  std::optional<NodeId> node;  ///< where, if its first column names a node
  std::string text;
  int first = 0;
  int last = 0;
  auto operator<=>(const Held&) const = default;
  [[nodiscard]] bool at(int tick) const { return first <= tick && tick <= last; }
};

struct Trace {
  FspecParameters fspec;
  FaultSet faults;
  std::vector<std::string> violated;  ///< tuples as text, sorted
  std::vector<std::string> pre;       ///< tuples at EOT, sorted
  std::vector<std::string> post;
  std::vector<Tick> ticks;  ///< 1 … EOT
  /// The messages that the outcome rests on. Of a violation, these are the messages behind the
  /// broken promises; otherwise those behind everything that the invariant reads. Empty optional:
  /// unknown.
  std::optional<std::set<SentMessage>> matter;
  /// By node, then by text, then by tick; tuples without a node come last. Empty optional: too many.
  std::optional<std::vector<Held>> held;
  bool operator==(const Trace&) const = default;

  [[nodiscard]] bool holds() const { return violated.empty(); }
  [[nodiscard]] const std::string& name(NodeId node) const;
  /// A relation whose writes fail.
  [[nodiscard]] std::string stored(NamedId relation) const;
  [[nodiscard]] bool matters(int sent, const Message& message) const {
    return !matter || matter->contains({Time(sent), message});
  }
  /// What holds at a tick, in the order of `held`; nothing if that is unknown.
  [[nodiscard]] std::vector<const Held*> held_at(int tick) const;
  /// Sorts `held`.
  void sort_held();
};

/// Why nothing may rely on a trace that came from elsewhere: its ticks are not 1 … EOT, a node is
/// not of its Fspec, or a tuple holds at no tick. Null if nothing is wrong.
[[nodiscard]] const char* malformed(const Trace& trace);

}  // namespace ldfi
