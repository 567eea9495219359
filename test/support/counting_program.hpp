// Random programs that count within a tick. Premises that exclude each other, facts that stop the
// count, and comparisons decide how far an execution counts. In many programs the possible world
// counts without end; in some an execution does. They are small enough to try every fault set. The
// same seed gives the same bytes everywhere.
#pragma once

#include <cstdint>

#include "test/support/random_program.hpp"

namespace ldfi::test {

RandomProgram counting_program(std::uint64_t seed);

}  // namespace ldfi::test
