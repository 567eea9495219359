// A late message. Written D(n0,n2,gossip#0,+200ms) or D(n0,n2,gossip#0,+#2).
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
struct Plan;

/// A fault: the message is delivered later than without the fault. It is late by a time, or waits
/// until its receiver has handled some other messages or timers (activations). Other messages may
/// overtake it. kinds.hpp explains the members that all kinds of faults have.
struct Delay {
  static constexpr char letter = 'D';
  static constexpr Place place = Place::message;
  static constexpr std::string_view weight = "delays";
  static constexpr DrawWords draw{"late", "how late"};
  static constexpr std::string_view exceeding = "messages are late";
  static constexpr std::string_view forms =
      "D(n0,n1,ack#0,+200ms), a late message, D(n0,n1,ack#0,+#2), a message that is delivered "
      "after "
      "two activations of n1";

  struct Limits {
    std::vector<Lateness> delays{};  ///< possible delays of a message, by time or by activations of
                                     ///< its receiver, ascending
    /// Longest wait, in nanoseconds, of a message that is late by activations; 0 if there is no
    /// such message.
    std::int64_t behind_within = 0;
    /// Largest number of late messages; nullopt if there is no limit.
    std::optional<std::uint64_t> delayed{};
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"delays", LimitForm::map, "how late messages may arrive"};
  static constexpr std::tuple rows{
      Latenesses<Limits>{
          .field = &Limits::delays,
          .within = &Limits::behind_within,
          .key = "values",
          .words = {"by how much", "how late messages may arrive, such as [200ms]"},
          .behind_key = "behind",
          .behind_option = "delay-behind",
          .behind_words = {"after how many activations of its receiver a message may be delivered"},
          .behind_axis = {6},
          .within_key = "within",
          .within_words =
              {"how long it waits for these activations at most",
               "how long a message waits for these activations at most, such as 200ms"}},
      Most<Limits, std::optional<std::uint64_t>>{
          .field = &Limits::delayed,
          .key = "count",
          .option = "delay-count",
          .words = {"how many messages are late at most; otherwise any number"},
          .axis = {5}}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.delayed; }
  static const std::vector<std::int64_t>& lengths(const Limits& limits) { return limits.delays; }
  /// Returns the names of such delays in a runner's first message.
  static std::vector<std::string_view> abilities(const Limits& limits);
  /// Returns why this system cannot have such faults. Returns nullopt if it can have them.
  static std::optional<Misfit> misfit(const Plan& plan);

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
