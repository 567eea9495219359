// Executes every schedule with few messages, the smallest first. Finds without a solver the answer that
// common/minimise/programs/fewest.hpp finds with a solver.
#pragma once

#include "common/minimise/programs/fewest.hpp"

namespace ldfi::test {

/// Executes the schedules with these external facts and crashes in which fewer than `below` messages
/// arrive. Gives up after `executions` executions. All schedules were executed if none was found and
/// at_least == below.
///
/// No schedule is missed. The messages that are sent at a tick depend only on messages that were sent
/// earlier. So the deliveries of every schedule can be added one by one in the order of sending, each from
/// the execution before.
[[nodiscard]] minimise::Fewest execute_schedules(minimise::Trials& trials,
                                                 const minimise::Elements& externals,
                                                 const std::vector<Fault>& crashes,
                                                 std::uint64_t below, std::uint64_t executions);

}  // namespace ldfi::test
