// A late message. Written D(n0,n2,gossip#0,+200ms) or D(n0,n2,gossip#0,+#2).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/faults/place.hpp"
#include "common/systems/place.hpp"

namespace ldfi::systems {

class FaultSet;
struct Fspec;

/// The message is delivered later than without the fault: by a time, or after some activations of its
/// receiver. Other messages may overtake it. See kinds.hpp for the members.
struct Delay {
  static constexpr char letter = 'D';
  static constexpr Place place = Place::message;
  static constexpr std::string_view weight = "delays";
  static constexpr std::string_view exceeding = "messages are late";
  static constexpr std::string_view forms =
      "D(n0,n1,ack#0,+200ms), a late message, D(n0,n1,ack#0,+#2), one that is delivered after two "
      "activations of n1";
  static std::optional<std::uint64_t> most(const auto& fspec) { return fspec.delayed; }
  static const std::vector<std::int64_t>& lengths(const auto& fspec) { return fspec.delays; }

  MessageId message;
  Lateness late = 0;
  auto operator<=>(const Delay&) const = default;

  using Where = MessageId;
  [[nodiscard]] const Where& where() const { return message; }
  [[nodiscard]] Lateness length() const { return late; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Delay> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
