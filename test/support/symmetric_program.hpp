// Random programs that treat some nodes alike, by construction: with each statement they have its
// mirror images. And programs that nearly do.
#pragma once

#include <string>
#include <vector>

#include "test/support/random_program.hpp"

namespace ldfi::test {

struct SymmetricProgram {
  RandomProgram program;
  std::vector<std::string> alike;  ///< names of two or three nodes
};

/// A program of any kind of faults that others make, closed under permutations of some nodes. Its
/// Fspec may still tell them apart.
SymmetricProgram symmetric_program(std::uint64_t seed);

/// The same without one of the statements that name one of these nodes; if there is one.
RandomProgram without_a_mirror_image(const SymmetricProgram& from, std::uint64_t seed);

}  // namespace ldfi::test
