// A crash with a restart. Written C(n0,#3,+100ms).
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

/// A fault: the node stops at this moment and is started again `down` nanoseconds later. The
/// numbering of its activations continues after the restart. kinds.hpp explains the members that
/// all kinds of faults have.
struct Restart {
  static constexpr char letter = 'C';
  static constexpr Place place = Place::node;
  static constexpr std::string_view weight = "restarts";
  static constexpr std::string_view exceeding = "crashes are followed by a restart";
  static constexpr std::string_view forms = "C(n0,#3,+100ms), a crash with a restart after 100 ms";
  static constexpr std::string_view ability = "restart";  ///< name of this ability in a runner's
                                                          ///< first message

  struct Limits {
    std::uint64_t restarts = 0;        ///< largest number of crashes with a restart
    std::vector<std::int64_t> down{};  ///< possible times from the crash to the restart, in
                                       ///< nanoseconds
    bool operator==(const Limits&) const = default;
  };
  static constexpr LimitKey key{"restarts", LimitForm::zero,
                                "crashes after which the node is started again"};
  static constexpr std::tuple rows{
      Most<Limits>{.field = &Limits::restarts,
                   .option = "restarts",
                   .largest = 100,
                   .words = {"how many restarts there are at most",
                             "how many crashes are followed by a restart at most"},
                   .axis = {2}},
      Lengths<Limits>{.field = &Limits::down,
                      .key = "down",
                      .words = {"how long the node is down then",
                                "how long nodes are down then, such as [100ms]"}}};
  static std::optional<std::uint64_t> most(const Limits& limits) { return limits.restarts; }
  static const std::vector<std::int64_t>& lengths(const Limits& limits) { return limits.down; }

  NodeMoment at;
  std::int64_t down = 0;  ///< nanoseconds from the crash to the restart, above 0
  auto operator<=>(const Restart&) const = default;

  using Where = NodeMoment;
  [[nodiscard]] const Where& where() const { return at; }
  [[nodiscard]] std::int64_t length() const { return down; }
  /// Returns the node and the moment of the crash. moved_to() returns a crash of the same node at
  /// another moment.
  [[nodiscard]] const NodeMoment& moment() const { return at; }
  [[nodiscard]] Restart moved_to(const Moment& other) const { return {{at.first, other}, down}; }
  [[nodiscard]] std::string arguments() const;
  [[nodiscard]] static std::optional<Restart> read(std::string_view arguments);
  void object(const Fspec& fspec, std::vector<std::string>& out) const;
  [[nodiscard]] bool contradicts(const FaultSet& faults) const;
};

}  // namespace ldfi::systems
