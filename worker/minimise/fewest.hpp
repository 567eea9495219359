// The fewest deliveries with which external events violate the invariant, by executing all
// schedules with fewer: the least first, each once.
#pragma once

#include <cstdint>
#include <optional>

#include "worker/minimise/trials.hpp"

namespace ldfi::execute {

struct Fewest {
  std::optional<Schedule> found;  ///< violates, and none with fewer messages does
  /// No schedule with fewer messages violates.
  std::uint64_t at_least = 0;
};

/// Looks at the schedules of these external facts and crashes in which fewer than `below` messages
/// arrive, each as late and as often as the Fspec admits; gives up after so many executions. With
/// nothing found and at_least == below, all of them were executed.
///
/// None is missed: what is sent at a tick depends on what arrived until then, and so was sent
/// before. So a schedule whose deliveries are in the order of sending is reached by adding them one
/// by one, each of messages that are sent in the execution before.
[[nodiscard]] Fewest fewest_deliveries(Trials& trials, const minimise::Elements& externals,
                                       const std::vector<Fault>& crashes, std::uint64_t below,
                                       std::uint64_t executions);

}  // namespace ldfi::execute
