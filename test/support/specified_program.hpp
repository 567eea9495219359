// Makes random programs with random specifications, and judges them by the rules of
// docs/explanation/verdicts.md. The programs have so few fault sets that a test can execute all of
// them with the plain evaluator.
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/record/specification.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {

struct SpecifiedProgram {
  RandomProgram protocol;
  std::string rules;  ///< text of the rules of the specifications, one rule on each line
  std::vector<Specification> specifications;  ///< specifications of the file, without the invariant
};

/// A program has at most this many distinct fault sets.
inline constexpr std::uint64_t max_specified_fault_sets = 400;

/// Returns a random program with specifications. Its crashed nodes are silent, halt or stop;
/// stopped nodes restart in some programs. There are no specifications if the checker refuses the
/// random protocol.
SpecifiedProgram specified_program(std::uint64_t seed);

/// Returns this protocol with random specifications. The protocol may have any number of fault
/// sets.
SpecifiedProgram specified(const RandomProgram& protocol, std::uint64_t seed);

/// Returns the text of the `.spec` file: the statements of the specifications, then their rules.
std::string specification_file(const SpecifiedProgram& program);

/// Checks protocol and specifications together. Throws InputError if the checker refuses them.
dedalus::Program check(const SpecifiedProgram& program);

/// Removes parts of the program as long as `still_fails` returns true, as shrink() does for a
/// protocol.
SpecifiedProgram shrink(SpecifiedProgram program,
                        const std::function<bool(const SpecifiedProgram&)>& still_fails);

/// Returns the tuples that violate the specification in an execution with this EOT (last tick).
/// Each tuple has the first tick at which it counts. Sorted. Empty if the specification holds.
std::vector<std::string> violations(const dedalus::Program& program,
                                    const Specification& specification, const eval::Model& model,
                                    int eot);

}  // namespace ldfi::test
