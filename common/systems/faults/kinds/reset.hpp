// A connection that breaks. Written R(n0,n1,6379>#2).
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

struct Fspec;
struct Plan;

/// A fault: the connection is reset. This message and all later ones of the connection never arrive, and
/// both nodes learn of it one latency later. A request for a connection that is reset is refused.
/// kinds.hpp explains the members that all kinds of faults have.
struct Reset {
  static constexpr char letter = 'R';
  static constexpr Place place = Place::message;
  static constexpr std::string_view weight = "resets";
  static constexpr DrawWords draw{"reset", ""};
  static constexpr std::string_view exceeding = "connections are reset";
  static constexpr std::string_view forms =
      "R(n0,n1,6379>#2), a connection that is reset at this message";
  /// Name of this ability in a runner's first message.
  static constexpr std::string_view ability = "reset";

  struct Limits {
    std::uint64_t resets = 0;  ///< largest number of such faults
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"resets", LimitForm::number,
                                "how many connections are reset at most"};
  static constexpr std::tuple rows{Most<Limits>{
      .field = &Limits::resets,
      .option = "resets",
      .words = {"how many connections are reset at most", "how many connections are reset at most"},
      .axis = {9, "how many connections are reset at most"}}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.resets; }
  /// Returns why this system cannot have such faults. Returns nullopt if it can have them.
  static std::optional<Misfit> misfit(const Plan& plan);

  MessageId message;
  auto operator<=>(const Reset&) const = default;

  /// Returns false for datagrams, for messages that are not from sockets, and for messages that end a
  /// connection.
  [[nodiscard]] static bool can_hit(const MessageId& message);

  using Where = MessageId;
  [[nodiscard]] const Where& where() const { return message; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Reset> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
