// A duplicated message. Written U(n0,n2,gossip#0,+10ms).
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
#include "common/systems/faults/socket_type.hpp"

namespace ldfi::systems {

class FaultSet;
struct Fspec;

/// A fault: the message is delivered a second time, `later` nanoseconds after the first. kinds.hpp
/// explains the members that all kinds of faults have.
struct Duplicate {
  static constexpr char letter = 'U';
  static constexpr Place place = Place::message;
  static constexpr std::string_view weight = "duplicates";
  static constexpr DrawWords draw{"again", "how soon"};
  static constexpr std::string_view exceeding = "messages are duplicated";
  static constexpr std::string_view forms = "U(n0,n1,ack#0,+10ms), a duplicated message";
  /// Name of this ability in a runner's first message.
  static constexpr std::string_view ability = "duplicate";

  struct Limits {
    std::uint64_t duplicates = 0;  ///< largest number of duplicated messages
    /// Possible times between the two deliveries, in nanoseconds.
    std::vector<std::int64_t> again{};
    /// Which messages arrive in the order of sending.
    ArrivalOrder order = ArrivalOrder::any;
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{
      "duplicates", LimitForm::number,
      "how many messages are duplicated at most, the second time one network.latency later"};
  static constexpr std::tuple rows{
      Most<Limits>{.field = &Limits::duplicates,
                   .option = "duplicates",
                   .words = {"how many messages are duplicated at most",
                             "how many messages are duplicated at most"},
                   .axis = {7, "fspec.duplicates, or its most"}},
      Lengths<Limits>{
          .field = &Limits::again,
          .key = "after",
          .words = {"how much later the duplicate arrives",
                    "how long after the message, such as [10ms]"},
          .no_latency = "a duplicate arrives one network.latency later, and network.latency is 0",
          .hint = "say when: {most: 1, after: [10ms]}"},
      Order<Limits>{.field = &Limits::order, .recorded_after = "duplicates"}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.duplicates; }
  static const std::vector<std::int64_t>& lengths(const Limits& limits) { return limits.again; }

  MessageId message;
  std::int64_t later = 0;  ///< nanoseconds between the two deliveries, above 0
  auto operator<=>(const Duplicate&) const = default;

  /// Returns false for bytes of a connection, which TCP neither loses nor duplicates.
  [[nodiscard]] static bool can_hit(const MessageId& message);

  using Where = MessageId;
  [[nodiscard]] const Where& where() const { return message; }
  [[nodiscard]] std::int64_t length() const { return later; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Duplicate> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
