// Makes random programs whose Fspecs limit faults, and allow partitions or late messages.
#pragma once

#include "test/support/random_program.hpp"

namespace ldfi::test {

/// Returns random_program(seed) or recovery_program(seed) with random limits of every kind.
RandomProgram limited_program(std::uint64_t seed);

/// Returns random_program(seed), or a program whose result depends on the order in which messages
/// arrive. The Fspec allows late or duplicated messages.
RandomProgram late_program(std::uint64_t seed);

/// Returns a program like those of late_program(), with limits on all faults and on omissions.
/// Messages may be late until the last tick.
RandomProgram late_for_ever(std::uint64_t seed);

/// Returns late_program(seed) with fifo channels. The Fspec allows at most `most` fault sets. In
/// some programs, only some nodes may crash.
RandomProgram fifo_program(std::uint64_t seed, std::uint64_t most = max_fault_sets);

/// Returns a program in which messages of different relations are late or duplicated independently
/// of each other. The Fspec allows at most `most` fault sets. Channels are fifo if `fifo` is true.
RandomProgram apart_program(std::uint64_t seed, std::uint64_t most = max_fault_sets / 4,
                            bool fifo = false);

/// Sets random limits of every kind, so that the Fspec allows at most max_fault_sets fault sets.
void choose_limits(FspecParameters& fspec, std::uint64_t seed);

}  // namespace ldfi::test
