// A duplicated message. Written U(n0,n2,gossip#0,+10ms).
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

/// The message is delivered a second time, `later` nanoseconds after the first. See kinds.hpp for the members.
struct Duplicate {
  static constexpr char letter = 'U';
  static constexpr Place place = Place::message;
  static constexpr std::string_view weight = "duplicates";
  static constexpr std::string_view exceeding = "messages come twice";
  static constexpr std::string_view forms = "U(n0,n1,ack#0,+10ms), a duplicated message";
  static std::optional<std::uint64_t> most(const auto& fspec) { return fspec.duplicates; }
  static const std::vector<std::int64_t>& lengths(const auto& fspec) { return fspec.again; }

  MessageId message;
  std::int64_t later = 0;  ///< nanoseconds, above 0
  auto operator<=>(const Duplicate&) const = default;

  using Where = MessageId;
  [[nodiscard]] const Where& where() const { return message; }
  [[nodiscard]] std::int64_t length() const { return later; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Duplicate> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
