// Makes random programs that treat some nodes alike: for each statement, they also have the
// statements with these nodes permuted. Also makes programs that lack one of these statements.
#pragma once

#include <string>
#include <vector>

#include "test/support/random_program.hpp"

namespace ldfi::test {

struct SymmetricProgram {
  RandomProgram program;
  /// Names of the two or three nodes that the program treats alike.
  std::vector<std::string> alike;
};

/// Returns a program that treats some nodes alike: permuting these nodes leaves the program
/// unchanged. Its faults are of all kinds that the other random programs have. Its Fspec may still
/// distinguish the nodes.
SymmetricProgram symmetric_program(std::uint64_t seed);

/// Returns the program without one of the statements that name one of these nodes. Returns it
/// unchanged if there is no such statement.
RandomProgram without_a_mirror_image(const SymmetricProgram& from, std::uint64_t seed);

}  // namespace ldfi::test
