// Draws faults at random, each just before the point at which it may happen
// (common/systems/faults/draw.hpp). A random number depends only on the seed, the settings of the
// draw and the place of the fault (a message, a node or a moment). So the order of draws does not
// matter.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "common/systems/faults/assignment.hpp"
#include "common/systems/faults/draw.hpp"

namespace ldfi::drive {

class Chance {
 public:
  /// `fspec` must outlive the object.
  Chance(const systems::Fspec& fspec, std::uint64_t seed, const systems::Draw& draw)
      : fspec_(fspec), seed_(seed), draw_(draw) {}

  /// Adds faults that are drawn for this message, if the Fspec admits them. Called just before the message is
  /// sent.
  void message(const systems::MessageId& id, std::int64_t sent, systems::FaultSet& faults) const;
  /// Adds a crash of the node at this moment, if the crash is drawn and the Fspec admits it. Called
  /// just before the moment.
  void moment(const std::string& node, const systems::Moment& when,
              systems::FaultSet& faults) const;
  /// Adds a pause of the node before this activation (the handling of a message or timer), if the
  /// pause is drawn and the Fspec admits it. Called just before the activation.
  void pause(const systems::Activation& before, systems::FaultSet& faults) const;

 private:
  /// Adds the fault and returns true. If the set would then exceed a limit of the Fspec, changes
  /// nothing and returns false.
  bool add(const systems::Fault& fault, systems::FaultSet& faults) const;
  void cuts(const systems::MessageId& id, std::int64_t sent, systems::FaultSet& faults) const;
  /// Returns a random number below `end`. Draws at the same place with different `what` are
  /// independent.
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
