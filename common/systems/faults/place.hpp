// What faults of real systems hit, and how it is written. A message is identified by sender,
// receiver, type and a number. A time is not used, because it changes when other messages are lost.
// A pause begins before the k-th activation of a node, and a crash before or during it.
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
      0;  ///< number of the message among those of the same type, sender and receiver, from 0
  auto operator<=>(const MessageId&) const = default;
  /// Returns true if the node sends or receives the message.
  [[nodiscard]] bool involves(const std::string& node) const { return from == node || to == node; }
};

/// A node, and the number of one of its activations, which are the messages and timers that the
/// node handles. Numbers begin with 1 and continue after restarts.
using Activation = std::pair<std::string, std::uint64_t>;

/// The moment of a crash: before an activation of the node, or during it.
struct Moment {
  /// Number of the activation, from 1; numbers continue after restarts.
  std::uint64_t activation = 0;
  /// Number of messages that the node has sent in this activation when it crashes. Nullopt if it
  /// crashes before the activation.
  std::optional<std::uint64_t> said{};
  auto operator<=>(const Moment&) const = default;
};

using NodeMoment = std::pair<std::string, Moment>;

/// The border of a partition. If `to` is empty, the border separates `side` from all other nodes in
/// both directions. Otherwise `side` is one node, and only messages from it to `to` are lost.
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

/// Returns the message as text, such as `n0,n2,gossip#0`.
[[nodiscard]] std::string to_text(const MessageId& id);
/// Returns the message with this text. Returns nullopt if the text is not a message.
[[nodiscard]] std::optional<MessageId> read_message(std::string_view text);
/// Returns the moment as text: `#3` before an activation, `#3+` or `#3+2` during it.
[[nodiscard]] std::string to_text(const Moment& moment);
/// Returns the moment with this text. Returns nullopt if the text is not a moment.
[[nodiscard]] std::optional<Moment> read_moment(std::string_view text);
/// Returns the border as text, such as `n0 n1`, or `n0>n1` for one direction.
[[nodiscard]] std::string to_text(const Border& border);
/// Returns the border with this text. Returns nullopt if the text is not a border.
[[nodiscard]] std::optional<Border> read_border(std::string_view text);

/// Returns true if the text may be the name of a node, or the type of a line of JSON: at most 200
/// letters, digits and `._?-`.
[[nodiscard]] bool is_name(std::string_view text);
/// Returns true if the text may be the type of a message: a name, or a name of socket_type.hpp.
[[nodiscard]] bool is_message_type(std::string_view text);

/// Returns the duration as text, such as `200ms`. Uses the largest of the units ns, us, ms and s
/// with which the number is an integer.
[[nodiscard]] std::string duration_text(std::int64_t nanoseconds);
/// Returns the duration with this text in nanoseconds. Returns nullopt if the text is not a
/// duration, or if it is more than 2^53 ns.
[[nodiscard]] std::optional<std::int64_t> read_duration(std::string_view text);
/// Returns the duration as read_duration() does, but nullopt for 0.
[[nodiscard]] std::optional<std::int64_t> read_length(std::string_view text);
/// Returns the lateness as text, such as `200ms`, or `#2` for a message that is received after two
/// activations.
[[nodiscard]] std::string lateness_text(Lateness late);
/// Returns the lateness with this text. Returns nullopt if the text is not a lateness.
[[nodiscard]] std::optional<Lateness> read_lateness(std::string_view text);

/// Returns the part of the text before the first character `end`, and removes this part and `end`
/// from the text. Returns nullopt if `end` does not occur.
[[nodiscard]] std::optional<std::string_view> take_until(std::string_view& text, char end);
/// Does the same as take_until(), but searches for the two characters `,+`.
[[nodiscard]] std::optional<std::string_view> take_until_plus(std::string_view& text);

}  // namespace ldfi::systems
