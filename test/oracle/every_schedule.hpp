// Executes every schedule with few messages, the smallest first. A schedule says which messages
// arrive, and when. common/minimise/programs/fewest.hpp finds the same answer with a SAT solver.
#pragma once

#include "common/minimise/programs/fewest.hpp"

namespace ldfi::test {

/// Executes the schedules with these external facts and crashes in which fewer than `below`
/// messages arrive. Gives up after `executions` executions. If no schedule was found and at_least
/// == below, all schedules were executed.
///
/// No schedule is missed. The messages of a tick depend only on messages that were sent earlier. So
/// each schedule is found by adding its deliveries one by one, in the order of sending.
[[nodiscard]] minimise::Fewest execute_schedules(minimise::Trials& trials,
                                                 const minimise::Elements& externals,
                                                 const std::vector<Fault>& crashes,
                                                 std::uint64_t below, std::uint64_t executions);

}  // namespace ldfi::test
