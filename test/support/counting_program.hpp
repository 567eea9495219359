// Makes random programs that count within a tick. Premises that exclude each other, facts that stop the
// count, and comparisons decide how far an execution counts. In many programs the universe counts without
// end, and in some programs an execution does. The programs are so small that a test can try every fault
// set. The same seed gives the same bytes everywhere.
#pragma once

#include <cstdint>

#include "test/support/random_program.hpp"

namespace ldfi::test {

RandomProgram counting_program(std::uint64_t seed);

}  // namespace ldfi::test
