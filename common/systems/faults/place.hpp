// The places of faults in real systems, and their texts. A message is identified by its channel, its type and a
// number, not by a time: the number stays the same when other messages are lost. A node is paused before its
// k-th activation, and crashes before it or during it.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>

#include "common/systems/faults/lateness.hpp"

namespace ldfi::systems {

struct MessageId {
  std::string from;
  std::string to;
  std::string type;
  std::uint64_t number =
      0;  ///< number of the message among those of its type on its channel, from 0
  auto operator<=>(const MessageId&) const = default;
  /// Returns true if the node sends or receives it.
  [[nodiscard]] bool involves(const std::string& node) const { return from == node || to == node; }
};

/// A node, and the number of one of its activations: from 1, continued after restarts.
using Activation = std::pair<std::string, std::uint64_t>;

/// The moment of a crash, given by what the node does.
struct Moment {
  std::uint64_t activation = 0;  ///< number of the activation: from 1, continued after restarts
  /// Number of messages that the node has sent during the activation, or nullopt if it crashes before it.
  std::optional<std::uint64_t> said{};
  auto operator<=>(const Moment&) const = default;
};

using NodeMoment = std::pair<std::string, Moment>;

/// The nodes that a partition separates: `side` from all others in both directions if `to` is empty, otherwise
/// the one node of `side` from `to` in this direction.
struct Border {
  std::set<std::string> side{};
  std::string to{};
  auto operator<=>(const Border&) const = default;
  /// Returns true if the border names the node.
  [[nodiscard]] bool involves(const std::string& node) const {
    return side.contains(node) || to == node;
  }
  [[nodiscard]] bool separates(const MessageId& message) const {
    return to.empty() ? side.contains(message.from) != side.contains(message.to)
                      : side.contains(message.from) && message.to == to;
  }
};

/// Returns a text such as `n0,n2,gossip#0`.
[[nodiscard]] std::string to_text(const MessageId& id);
/// Returns the value with this text, or nullopt for any other text.
[[nodiscard]] std::optional<MessageId> read_message(std::string_view text);
/// Returns a text such as `#3` before an activation, `#3+` and `#3+2` during it.
[[nodiscard]] std::string to_text(const Moment& moment);
/// Returns the value with this text, or nullopt for any other text.
[[nodiscard]] std::optional<Moment> read_moment(std::string_view text);
/// Returns a text such as `n0 n1` or, of one direction, `n0>n1`.
[[nodiscard]] std::string to_text(const Border& border);
/// Returns the value with this text, or nullopt for any other text.
[[nodiscard]] std::optional<Border> read_border(std::string_view text);

/// Returns true if the text may be a node's name or a message's type: letters, digits and `._?-`, at most 200.
[[nodiscard]] bool is_name(std::string_view text);

/// Returns a text such as `200ms`, in the largest unit of ns, us, ms and s that needs no fraction.
[[nodiscard]] std::string duration_text(std::int64_t nanoseconds);
/// Returns the duration with this text in nanoseconds, or nullopt for any other text and above 2^53 ns.
[[nodiscard]] std::optional<std::int64_t> read_duration(std::string_view text);
/// Returns the duration as read_duration() does, but nullopt for 0.
[[nodiscard]] std::optional<std::int64_t> read_length(std::string_view text);
/// Returns a text such as `200ms`, or `#2` for a message that is delivered after two activations.
[[nodiscard]] std::string lateness_text(Lateness late);
/// Returns the lateness with this text, or nullopt for any other text.
[[nodiscard]] std::optional<Lateness> read_lateness(std::string_view text);

/// Returns the text before the first `end` and removes both from `text`, or returns nullopt without an `end`.
[[nodiscard]] std::optional<std::string_view> take_until(std::string_view& text, char end);
/// Does what take_until() does, for the two letters `,+`.
[[nodiscard]] std::optional<std::string_view> take_until_plus(std::string_view& text);

}  // namespace ldfi::systems
