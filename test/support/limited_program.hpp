// Makes random programs whose Fspecs limit faults, and allow partitions or late messages.
#pragma once

#include "test/support/random_program.hpp"

namespace ldfi::test {

/// Returns random_program(seed) or recovery_program(seed) with random limits of every kind.
RandomProgram limited_program(std::uint64_t seed);

/// Returns random_program(seed), or a program whose result depends on the order in which messages arrive.
/// Some messages may be late or duplicated.
RandomProgram late_program(std::uint64_t seed);

/// Returns a program like late_program(), with limits on all faults and on omissions. Messages may be late
/// until EOT.
RandomProgram late_for_ever(std::uint64_t seed);

/// Returns late_program(seed) with fifo channels and at most `most` fault sets. In some programs only some
/// nodes may crash.
RandomProgram fifo_program(std::uint64_t seed, std::uint64_t most = max_fault_sets);

/// Returns a program in which each relation that nodes send is late or duplicated independently of the
/// others. The program has at most `most` fault sets, and fifo channels if `fifo`.
RandomProgram apart_program(std::uint64_t seed, std::uint64_t most = max_fault_sets / 4,
                            bool fifo = false);

/// Sets random limits of every kind, so that the Fspec allows at most max_fault_sets fault sets.
void choose_limits(FspecParameters& fspec, std::uint64_t seed);

}  // namespace ldfi::test
