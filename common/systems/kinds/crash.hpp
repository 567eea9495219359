// A crash without a restart. Written C(n0,#3), C(n0,#3+) or C(n0,#3+2).
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

/// The node stops at this moment and is not started again. See kinds.hpp for the members.
struct Crash {
  static constexpr char letter = 'C';
  static constexpr Place place = Place::node;
  static constexpr std::string_view weight = "crashes";
  static constexpr std::string_view exceeding = "nodes crash";
  static constexpr std::string_view forms =
      "C(n0,#3), a crash before the third activation, C(n0,#3+), one during it before a message is "
      "sent, C(n0,#3+2), one during it after two messages";
  static std::optional<std::uint64_t> most(const auto& fspec) { return fspec.crashes; }

  std::string node;
  Moment when;
  auto operator<=>(const Crash&) const = default;

  using Where = std::string;
  [[nodiscard]] const Where& where() const { return node; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Crash> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
  [[nodiscard]] bool contradicts(const FaultSet& faults) const;
};

}  // namespace ldfi::systems
