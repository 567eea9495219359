// Random programs whose Fspec limits faults, and admits partitions.
#pragma once

#include "test/support/random_program.hpp"

namespace ldfi::test {

/// random_program(seed), or recovery_program(seed), with random limits of every kind.
RandomProgram limited_program(std::uint64_t seed);

/// random_program(seed), or a program that notices in which order messages arrive; some of them may be late or
/// come twice.
RandomProgram late_program(std::uint64_t seed);

/// The same, with limits of all faults and of omissions, and without a last tick of late messages.
RandomProgram late_for_ever(std::uint64_t seed);

/// late_program(seed) where channels are fifo, and sometimes only some nodes may crash; with at most `most`
/// fault sets.
RandomProgram fifo_program(std::uint64_t seed, std::uint64_t most = max_fault_sets);

/// A program whose nodes send each other several relations, each of which is late, or comes twice, by itself;
/// with at most `most` fault sets. Channels may be fifo.
RandomProgram apart_program(std::uint64_t seed, std::uint64_t most = max_fault_sets / 4,
                            bool fifo = false);

/// Limits of every kind for these nodes, so that there are at most max_fault_sets fault sets.
void choose_limits(FspecParameters& fspec, std::uint64_t seed);

}  // namespace ldfi::test
