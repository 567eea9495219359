// A partition of the network. Written P(n0 n1,4s,5s) or P(n0>n1,4s,5s).
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

/// A message that is sent at `from` or later, and before `until`, is lost if it would cross the border. See
/// kinds.hpp for the members.
struct Cut {
  static constexpr char letter = 'P';
  static constexpr Place place = Place::cut;
  static constexpr std::string_view weight = "partitions";
  static constexpr std::string_view exceeding = "partitions";
  static constexpr std::string_view forms = "P(n0 n1,4s,5s) or P(n0>n1,4s,5s), a partition";
  static std::optional<std::uint64_t> most(const auto& fspec) { return fspec.partitions; }

  Border border{};
  std::int64_t from = 0;   ///< nanoseconds from the start
  std::int64_t until = 0;  ///< nanoseconds from the start, above `from`
  auto operator<=>(const Cut&) const = default;

  using Where = Cut;
  [[nodiscard]] const Where& where() const { return *this; }
  [[nodiscard]] bool loses(const MessageId& message, std::int64_t sent) const {
    return from <= sent && sent < until && border.separates(message);
  }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Cut> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
