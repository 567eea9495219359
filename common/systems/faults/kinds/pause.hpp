// A pause of a node. Written S(n0,#3,+200ms).
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

/// A fault: the node is paused before this activation (before it handles a message or timer), for
/// `standing` nanoseconds. When it resumes, it receives all messages that arrived during the pause,
/// in their order. kinds.hpp explains the members that all kinds of faults have.
struct Pause {
  static constexpr char letter = 'S';
  static constexpr Place place = Place::node;
  static constexpr std::string_view weight = "pauses";
  static constexpr std::string_view exceeding = "pauses";
  static constexpr std::string_view forms = "S(n0,#3,+200ms), a pause before the third activation";
  /// Name of this ability in a runner's first message.
  static constexpr std::string_view ability = "pause";

  struct Limits {
    std::uint64_t pauses = 0;              ///< largest number of pauses
    std::vector<std::int64_t> standing{};  ///< possible lengths of pauses, in nanoseconds
    std::optional<std::vector<std::string>>
        pausable{};  ///< nodes that may be paused; nullopt if all nodes may be paused
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"pauses", LimitForm::zero, "how nodes are paused"};
  static constexpr std::tuple rows{
      Most<Limits>{
          .field = &Limits::pauses,
          .option = "pauses",
          .words = {"how many pauses there are at most", "how many pauses there are at most"},
          .axis = {4}},
      Lengths<Limits>{
          .field = &Limits::standing,
          .key = "for",
          .words = {"how long a pause takes", "how long a pause takes, such as [200ms]"}},
      NodeNames<Limits>{.field = &Limits::pausable,
                        .key = "nodes",
                        .recorded = "nodes",
                        .words = {"the nodes that may be paused; otherwise all"},
                        .may = "may pause"}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.pauses; }
  static const std::vector<std::int64_t>& lengths(const Limits& limits) { return limits.standing; }
  /// Returns why this system cannot have such faults. Returns nullopt if it can have them.
  static std::optional<Misfit> misfit(const Plan& plan);

  Activation before;
  std::int64_t standing = 0;  ///< length of the pause in nanoseconds, above 0
  auto operator<=>(const Pause&) const = default;

  using Where = Activation;
  [[nodiscard]] const Where& where() const { return before; }
  [[nodiscard]] std::int64_t length() const { return standing; }
  /// Returns the node and the moment of the pause. moved_to() returns a pause of the same node at
  /// another moment.
  [[nodiscard]] NodeMoment moment() const { return {before.first, {before.second}}; }
  [[nodiscard]] Pause moved_to(const Moment& other) const {
    return {{before.first, other.activation}, standing};
  }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Pause> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
};

}  // namespace ldfi::systems
