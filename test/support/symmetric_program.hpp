// Makes random programs that treat some nodes alike, because they have each statement for all permutations
// of these nodes. Also makes programs that lack one of those statements.
#pragma once

#include <string>
#include <vector>

#include "test/support/random_program.hpp"

namespace ldfi::test {

struct SymmetricProgram {
  RandomProgram program;
  std::vector<std::string> alike;  ///< names of two or three nodes
};

/// Returns a program that is closed under permutations of some nodes. Its faults are of any kind that other
/// functions for random programs use. Its Fspec may still distinguish the nodes.
SymmetricProgram symmetric_program(std::uint64_t seed);

/// Returns the program without one of the statements that name one of these nodes, if there is such a
/// statement.
RandomProgram without_a_mirror_image(const SymmetricProgram& from, std::uint64_t seed);

}  // namespace ldfi::test
