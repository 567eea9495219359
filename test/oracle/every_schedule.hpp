// Every schedule with few messages, executed one by one, the least first: what a solver says of them in
// common/minimise/programs/fewest.hpp, found without one.
#pragma once

#include "common/minimise/programs/fewest.hpp"

namespace ldfi::test {

/// The schedules of these external facts and crashes in which fewer than `below` messages arrive; gives
/// up after so many executions. With nothing found and at_least == below, all of them were executed.
///
/// None is missed: what is sent at a tick depends on what arrived until then, and so was sent
/// before. So a schedule whose deliveries are in the order of sending is reached by adding them one
/// by one, each of messages that are sent in the execution before.
[[nodiscard]] minimise::Fewest execute_schedules(minimise::Trials& trials,
                                                 const minimise::Elements& externals,
                                                 const std::vector<Fault>& crashes,
                                                 std::uint64_t below, std::uint64_t executions);

}  // namespace ldfi::test
