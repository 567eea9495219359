// A lost message. Written O(n0,n2,gossip#0).
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "common/faults/place.hpp"
#include "common/systems/faults/limit_rows.hpp"
#include "common/systems/faults/place.hpp"

namespace ldfi::systems {

class FaultSet;
struct Fspec;

/// A fault: the message never arrives. kinds.hpp explains the members that all kinds of faults
/// have.
struct Loss {
  static constexpr char letter = 'O';
  static constexpr Place place = Place::message;
  static constexpr std::string_view weight = "omissions";
  static constexpr DrawWords draw{"lost", ""};
  static constexpr std::string_view exceeding = "messages are lost";
  static constexpr std::string_view forms = "O(n0,n1,ack#0), a lost message";
  /// Name of this ability in a runner's first message.
  static constexpr std::string_view ability = "loss";

  struct Limits {
    /// Largest number of lost messages; nullopt if there is no limit.
    std::optional<std::uint64_t> omissions{};
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"omissions", LimitForm::amount,
                                "how many messages are lost at most", true};
  static constexpr std::tuple rows{Most<Limits, std::optional<std::uint64_t>>{
      .field = &Limits::omissions,
      .option = "omissions",
      .words = {"how many messages are lost at most"},
      .axis = {8, "how many messages are lost at most"}}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.omissions; }

  MessageId message;
  auto operator<=>(const Loss&) const = default;

  /// Returns false for bytes of a connection, which TCP neither loses nor duplicates.
  [[nodiscard]] static bool can_hit(const MessageId& message);

  using Where = MessageId;
  [[nodiscard]] const Where& where() const { return message; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Loss> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
