// The Fspec (failure specification) of a real system: its nodes, and the limits for the faults of
// an execution.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/systems/faults/kinds.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

/// The Fspec of a real system. It inherits the limits of each kind of fault, which are defined in
/// common/systems/faults/kinds. Times are nanoseconds from the start of the execution, lengths are
/// nanoseconds. Lists of lengths ascend. If a maximum is nullopt, the number of such faults is not
/// limited.
struct Fspec : KindLimits {
  std::vector<std::string> nodes{};  ///< names of the nodes, all different, at least one
  /// Nodes whose messages no fault hits: the programs that act for clients.
  std::vector<std::string> reliable{};
  /// Messages that are sent before this time cannot be lost, late or duplicated.
  std::int64_t from = 0;
  std::int64_t eff = 0;  ///< EFF: messages that are sent after this time cannot be lost, late or
                         ///< duplicated
  /// Largest number of faults of all kinds together; nullopt if there is no limit.
  std::optional<std::uint64_t> faults{};
  bool operator==(const Fspec&) const = default;

  [[nodiscard]] bool has_node(std::string_view name) const;
  /// Returns true if the node may crash without a restart.
  [[nodiscard]] bool may_crash(std::string_view node) const;
  [[nodiscard]] bool may_restart(std::string_view node) const;
  [[nodiscard]] bool may_pause(std::string_view node) const;
  /// Returns true if the Fspec allows pauses at this time.
  [[nodiscard]] bool may_pause_at(std::int64_t time) const { return from <= time && time <= eff; }
  /// Returns true if the Fspec allows a crash before or during an activation (handled message or
  /// timer) at the time `now`. `before` is the time of the node's previous activation, or nullopt
  /// if there is none.
  [[nodiscard]] bool may_crash_now(std::optional<std::int64_t> before, std::int64_t now) const;
  /// Returns true if the message may be lost, late or duplicated when it is sent at this time.
  /// Returns false for a message of a node to itself, and for a message from or to a reliable node.
  [[nodiscard]] bool may_fail(const MessageId& message, std::int64_t sent) const {
    return message.from != message.to && from <= sent && sent <= eff &&
           !is_reliable(message.from) && !is_reliable(message.to);
  }
  /// Returns a text that is equal for messages that arrive in the order of sending, or an empty text
  /// if the message may overtake all others.
  [[nodiscard]] std::string channel_of(const MessageId& message) const {
    return systems::channel_of(order, message);
  }
  /// Returns the partition with this border whose period contains the time. Requires time ≥ from
  /// and window > 0.
  [[nodiscard]] Cut cut_at(const Border& border, std::int64_t time) const;

 private:
  [[nodiscard]] bool is_reliable(std::string_view node) const;
  [[nodiscard]] bool is_crashable(std::string_view node) const;
};

}  // namespace ldfi::systems
