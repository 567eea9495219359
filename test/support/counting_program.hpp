// Random programs that count within a tick, where premises that exclude each other, facts that
// stop it and comparisons decide how far an execution counts: in many the possible world counts on
// without end, in some an execution does. Small enough to try every fault set. The same seed gives
// the same bytes everywhere.
#pragma once

#include <cstdint>

#include "test/support/random_program.hpp"

namespace ldfi::test {

RandomProgram counting_program(std::uint64_t seed);

}  // namespace ldfi::test
