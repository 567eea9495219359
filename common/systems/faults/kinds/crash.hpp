// A crash of a node without a restart, before or during the handling of an event. Written C(n0,#3),
// C(n0,#3+) or C(n0,#3+2).
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

/// A fault: the node stops at this moment and is not started again. kinds.hpp explains the members
/// that all kinds of faults have.
struct Crash {
  static constexpr char letter = 'C';
  static constexpr Place place = Place::node;
  static constexpr std::string_view weight = "crashes";
  static constexpr std::string_view exceeding = "nodes crash";
  static constexpr std::string_view forms =
      "C(n0,#3), a crash before the third activation, C(n0,#3+), a crash during it before a "
      "message "
      "is sent, C(n0,#3+2), a crash during it after two messages";
  static constexpr std::string_view ability = "crash";  ///< name of this ability in a runner's
                                                        ///< first message

  /// Limits of crashes without a restart. The lists of nodes and times also apply to crashes with a
  /// restart.
  struct Limits {
    std::uint64_t crashes = 0;  ///< largest number of crashes without a restart
    std::optional<std::vector<std::string>>
        crashable{};  ///< nodes that may crash; nullopt if all nodes may crash
    /// Times of crashes. If not empty, a node may crash only before the first activation that it
    /// has at or after one of these times.
    std::vector<std::int64_t> crash_times{};
    bool midway = false;  ///< true if nodes may also crash while they handle a message or timer
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"crashes", LimitForm::number,
                                "how many nodes crash for good at most", true};
  static constexpr std::tuple rows{
      Most<Limits>{
          .field = &Limits::crashes,
          .option = "crashes",
          .largest = 100,
          .words = {"how many nodes crash for good at most", "how many nodes crash at most"},
          .axis = {1, "how many nodes crash for good at most"}},
      NodeNames<Limits>{.field = &Limits::crashable,
                        .key = "nodes",
                        .recorded = "crashable",
                        .words = {"the nodes that may crash; otherwise all"},
                        .may = "may crash"},
      Times<Limits>{
          .field = &Limits::crash_times,
          .key = "at",
          .recorded = "crash_times",
          .words = {"when: before the first activation of a node at one of these times or later"},
          .empty = "the list is empty, so no node could crash",
          .recorded_after = "delays"},
      Toggle<Limits>{.field = &Limits::midway,
                     .key = "midway",
                     .recorded = "midway",
                     .words = {"also during an activation"},
                     .recorded_after = "delays"}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.crashes; }
  /// Returns why this system cannot have such faults. Returns nullopt if it can have them.
  static std::optional<Misfit> misfit(const Plan& plan);

  std::string node;
  Moment when;
  auto operator<=>(const Crash&) const = default;

  using Where = std::string;
  [[nodiscard]] const Where& where() const { return node; }
  /// Returns the node and the moment of the crash. moved_to() returns a crash of the same node at
  /// another moment.
  [[nodiscard]] NodeMoment moment() const { return {node, when}; }
  [[nodiscard]] Crash moved_to(const Moment& other) const { return {node, other}; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Crash> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
  [[nodiscard]] bool contradicts(const FaultSet& faults) const;
};

}  // namespace ldfi::systems
