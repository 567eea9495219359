// Draws faults at random, just before the point at which they may happen
// (common/systems/faults/draw.hpp). Random numbers depend only on the seed, the draw and the place of the
// fault, so the order of draws does not matter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/systems/faults/assignment.hpp"
#include "common/systems/faults/draw.hpp"

namespace ldfi::drive {

class Chance {
 public:
  /// `fspec` must outlive it.
  Chance(const systems::Fspec& fspec, std::uint64_t seed, const systems::Draw& draw)
      : fspec_(fspec), seed_(seed), draw_(draw) {}

  /// Adds the fault of this message that is drawn, if the Fspec admits it. By its time the message may
  /// fail.
  void message(const systems::MessageId& id, std::int64_t sent, systems::FaultSet& faults) const;
  /// The same for a crash of the node at this moment. By its time the node may crash.
  void moment(const std::string& node, const systems::Moment& when,
              systems::FaultSet& faults) const;
  /// The same for a pause before this activation. By its time the node may be paused.
  void pause(const systems::Activation& before, systems::FaultSet& faults) const;

 private:
  /// Adds the fault. Returns false and changes nothing if the set would exceed a limit of the Fspec.
  bool add(const systems::Fault& fault, systems::FaultSet& faults) const;
  void cuts(const systems::MessageId& id, std::int64_t sent, systems::FaultSet& faults) const;
  /// Returns a number below `end`, each with the same probability. `what` separates the draws at one
  /// place.
  [[nodiscard]] std::uint64_t number(std::string_view what, std::string_view place,
                                     std::uint64_t end) const;
  [[nodiscard]] bool happens(std::string_view what, std::string_view place,
                             std::uint32_t chance) const;
  [[nodiscard]] bool admits(const systems::FaultSet& faults) const {
    return systems::within_limits(fspec_, faults);
  }

  const systems::Fspec& fspec_;
  std::uint64_t seed_;
  systems::Draw draw_;
};

}  // namespace ldfi::drive
