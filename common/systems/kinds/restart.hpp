// A crash with a restart. Written C(n0,#3,+100ms).
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

/// The node stops at this moment and is started again `down` nanoseconds later. The numbers of its
/// activations continue after the restart. See kinds.hpp for the members.
struct Restart {
  static constexpr char letter = 'C';
  static constexpr Place place = Place::node;
  static constexpr std::string_view weight = "restarts";
  static constexpr std::string_view exceeding = "crashes are followed by a restart";
  static constexpr std::string_view forms = "C(n0,#3,+100ms), one with a restart";
  static std::optional<std::uint64_t> most(const auto& fspec) { return fspec.restarts; }
  static const std::vector<std::int64_t>& lengths(const auto& fspec) { return fspec.down; }

  NodeMoment at;
  std::int64_t down = 0;  ///< nanoseconds, above 0
  auto operator<=>(const Restart&) const = default;

  using Where = NodeMoment;
  [[nodiscard]] const Where& where() const { return at; }
  [[nodiscard]] std::int64_t length() const { return down; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Restart> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
  [[nodiscard]] bool contradicts(const FaultSet& faults) const;
};

}  // namespace ldfi::systems
