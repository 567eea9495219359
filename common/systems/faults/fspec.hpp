// The failure specification of a real system: which fault sets a search considers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/systems/faults/kinds.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

/// The limits of each kind are members, too: they are in its file in common/systems/faults/kinds. Times are nanoseconds
/// from the start of the execution, lengths are nanoseconds. Lists of lengths ascend. A maximum of nullopt means
/// that the number of such faults is not limited.
struct Fspec : KindLimits {
  std::vector<std::string> nodes{};       ///< distinct names, at least one
  std::int64_t from = 0;                  ///< time of sending of the first message that may fail
  std::int64_t eff = 0;                   ///< time of sending of the last message that may fail
  std::optional<std::uint64_t> faults{};  ///< maximum of faults of all kinds together
  bool operator==(const Fspec&) const = default;

  [[nodiscard]] bool has_node(std::string_view name) const;
  /// Returns true if the node may crash without a restart.
  [[nodiscard]] bool may_crash(std::string_view node) const;
  [[nodiscard]] bool may_restart(std::string_view node) const;
  [[nodiscard]] bool may_pause(std::string_view node) const;
  /// Returns true if a node may be paused before an activation at this time.
  [[nodiscard]] bool may_pause_at(std::int64_t time) const { return from <= time && time <= eff; }
  /// Returns true if a node may crash before or during an activation at `now`, whose last activation was at
  /// `before`, or nullopt if it is the first one.
  [[nodiscard]] bool may_crash_now(std::optional<std::int64_t> before, std::int64_t now) const;
  /// Returns true if a message sent at this time may be lost, late or duplicated. A message of a node to itself
  /// never is.
  [[nodiscard]] bool may_fail(const MessageId& message, std::int64_t sent) const {
    return message.from != message.to && from <= sent && sent <= eff;
  }
  /// Returns the cut of this border whose window contains the time. Requires time ≥ from and window > 0.
  [[nodiscard]] Cut cut_at(const Border& border, std::int64_t time) const;

 private:
  [[nodiscard]] bool is_crashable(std::string_view node) const;
};

}  // namespace ldfi::systems
