// A pause of a node. Written S(n0,#3,+200ms).
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

/// The node is paused before this activation, for `standing` nanoseconds. Then it does what it would have
/// done, and receives all messages that arrived meanwhile, in their order. See kinds.hpp for the members.
struct Pause {
  static constexpr char letter = 'S';
  static constexpr Place place = Place::node;
  static constexpr std::string_view weight = "pauses";
  static constexpr std::string_view exceeding = "pauses";
  static constexpr std::string_view forms = "S(n0,#3,+200ms), a pause before the third activation";
  static std::optional<std::uint64_t> most(const auto& fspec) { return fspec.pauses; }
  static const std::vector<std::int64_t>& lengths(const auto& fspec) { return fspec.standing; }

  Activation before;
  std::int64_t standing = 0;  ///< nanoseconds, above 0
  auto operator<=>(const Pause&) const = default;

  using Where = Activation;
  [[nodiscard]] const Where& where() const { return before; }
  [[nodiscard]] std::int64_t length() const { return standing; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Pause> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
