// Draws faults where they may happen, just before that (common/systems/faults/draw.hpp). Asked the same again
// it says the same, so it does not matter who else asks.
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

  /// Each adds to `faults` what is drawn, and no more than the Fspec admits. The message may fail by
  /// the Fspec's times.
  void message(const systems::MessageId& id, std::int64_t sent, systems::FaultSet& faults) const;
  /// The node may crash at that moment by the Fspec's times.
  void moment(const std::string& node, const systems::Moment& when,
              systems::FaultSet& faults) const;
  /// The node is about to do that, and may stand still by the Fspec's times.
  void pause(const systems::Activation& before, systems::FaultSet& faults) const;

 private:
  /// Adds the fault. Returns false and changes nothing if the set would exceed a limit of the Fspec.
  bool add(const systems::Fault& fault, systems::FaultSet& faults) const;
  void cuts(const systems::MessageId& id, std::int64_t sent, systems::FaultSet& faults) const;
  /// Below `end`; each as probable as another. `what`: of which there are several in one place.
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
