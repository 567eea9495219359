// Makes random programs whose rules count up within a tick. Premises that exclude each other, facts
// that stop the count, and comparisons limit how far an execution counts. In many programs, the set
// of possible facts would be infinite, and in some programs an execution never ends. The programs
// are so small that a test can try every fault set. The same seed gives the same bytes everywhere.
#pragma once

#include <cstdint>

#include "test/support/random_program.hpp"

namespace ldfi::test {

RandomProgram counting_program(std::uint64_t seed);

}  // namespace ldfi::test
