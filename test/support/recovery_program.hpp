// Makes random programs whose nodes stop and restart.
#pragma once

#include "test/support/random_program.hpp"

namespace ldfi::test {

/// Returns random_program(seed) under CrashModel::stop, with restarts, random stable relations, and
/// rules that read `restart`.
RandomProgram recovery_program(std::uint64_t seed);

/// Returns recovery_program(seed) with rules that read `ioerror`. If the program has stable
/// relations, writes of them may fail.
RandomProgram failed_write_program(std::uint64_t seed);

/// Returns failed_write_program(seed) with disks that may die. Limits on omissions and faults keep
/// the number of fault sets small. For the same reason, some programs have no other kinds of
/// faults.
RandomProgram stable_program(std::uint64_t seed);

/// Returns failed_write_program(seed) or recovery_program(seed) with nodes that may be paused, and
/// with rules that read `paused`.
RandomProgram pause_program(std::uint64_t seed);

/// Returns failed_write_program(seed) with disks that may die, and buffered relations that may be
/// written back. A program without stable relations has no faults of disks.
RandomProgram disk_fault_program(std::uint64_t seed);

/// Returns disk_fault_program(seed), pause_program(seed) or failed_write_program(seed), with data
/// on disks that may be damaged. If damage is detected, some rules read `corrupt`. A program
/// without stable relations has no faults of disks.
RandomProgram corruption_program(std::uint64_t seed);

/// Returns recovery_program(seed), pause_program(seed) or observing_program(seed) without faults of
/// disks. Some of the Fspecs have partitions, or limits on omissions and faults.
RandomProgram outage_program(std::uint64_t seed);

}  // namespace ldfi::test
