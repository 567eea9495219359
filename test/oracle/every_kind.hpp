// Runs random programs with every kind of fault. Several tests use these functions.
#pragma once

#include <gtest/gtest.h>

#include <iostream>

#include "common/base/errors.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"

namespace ldfi::test {

/// Calls visit(program, Fspec parameters) for each random program that the checker accepts. An
/// arithmetic error ends only the call of `visit`. A failure of the test ends the loop, unless
/// keeps_going().
template <class Visit>
void for_programs_of_every_kind(const Seeds& seeds, Visit visit) {
  for (std::uint64_t seed = seeds.first; seed < seeds.end(); ++seed) {
    for (auto* make : {random_program, recovery_program, failed_write_program, pause_program,
                       disk_fault_program, corruption_program, limited_program}) {
      const RandomProgram random = make(seed);
      const auto program = checked(random);
      if (!program) continue;
      try {
        visit(*program, random.fspec);
      } catch (const InputError&) {
      }
      if (testing::Test::HasFailure() && !keeps_going()) {
        std::cerr << describe(random);
        return;
      }
    }
  }
}

}  // namespace ldfi::test
