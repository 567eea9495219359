// Random programs whose nodes stop and restart.
#pragma once

#include "test/support/random_program.hpp"

namespace ldfi::test {

/// random_program(seed) under CrashModel::stop, with restarts, random stable relations, and rules
/// that ask whether their node restarts.
RandomProgram recovery_program(std::uint64_t seed);

/// recovery_program(seed) in which writes of stable relations may fail, too, with rules that ask for
/// `ioerror`. If nothing is stable, none fails.
RandomProgram failed_write_program(std::uint64_t seed);

/// failed_write_program(seed), the disks of which may die, too, with limits of omissions and of faults, and sometimes
/// with no other faults: else there are too many fault sets.
RandomProgram stable_program(std::uint64_t seed);

/// One of these programs whose nodes may be paused, too, with rules that ask who is.
RandomProgram pause_program(std::uint64_t seed);

/// One of these programs whose disks may die, too, and whose buffered relations may be written back.
/// If nothing is stable, nothing happens to disks.
RandomProgram disk_fault_program(std::uint64_t seed);

/// One of these programs in which what disks hold may be damaged, too. Where damage is detected, some
/// rules ask for `corrupt`. If nothing is stable, nothing happens to disks.
RandomProgram corruption_program(std::uint64_t seed);

/// One of these programs without faults of disks, or any random one, with partitions, and limits of omissions and faults.
RandomProgram outage_program(std::uint64_t seed);

}  // namespace ldfi::test
