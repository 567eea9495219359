// A connection that hangs. Written H(n0,n1,6379>#2).
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

/// A fault: this message and all later ones of the connection never arrive, in both directions, and no
/// node is told. kinds.hpp explains the members that all kinds of faults have.
struct Hang {
  static constexpr char letter = 'H';
  static constexpr Place place = Place::message;
  static constexpr std::string_view weight = "hangs";
  static constexpr DrawWords draw{"hung", ""};
  static constexpr std::string_view exceeding = "connections hang";
  static constexpr std::string_view forms =
      "H(n0,n1,6379>#2), a connection on which nothing arrives from this message on";
  /// Name of this ability in a runner's first message.
  static constexpr std::string_view ability = "hang";

  struct Limits {
    std::uint64_t hangs = 0;  ///< largest number of such faults
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"hangs", LimitForm::number, "how many connections hang at most"};
  static constexpr std::tuple rows{Most<Limits>{
      .field = &Limits::hangs,
      .option = "hangs",
      .words = {"how many connections hang at most", "how many connections hang at most"},
      .axis = {10, "how many connections hang at most"}}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.hangs; }
  /// Returns why this system cannot have such faults. Returns nullopt if it can have them.
  static std::optional<Misfit> misfit(const Plan& plan);

  MessageId message;
  auto operator<=>(const Hang&) const = default;

  /// Returns false for datagrams, for requests for a connection (which can be lost), and for messages that
  /// are not from sockets.
  [[nodiscard]] static bool can_hit(const MessageId& message);

  using Where = MessageId;
  [[nodiscard]] const Where& where() const { return message; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Hang> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
