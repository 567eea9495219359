// Random programs with random specifications, few enough fault sets to run all of them on the plain
// evaluator, and the law of specifications in a few lines (docs/explanation/verdicts.md).
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/eval/model.hpp"
#include "common/record/specification.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {

struct SpecifiedProgram {
  RandomProgram protocol;
  std::string rules;                          ///< of the specifications; one on each line
  std::vector<Specification> specifications;  ///< what the file says; the invariant is not there
};

/// A program has at most this many distinct fault sets.
inline constexpr std::uint64_t max_specified_fault_sets = 400;

/// Silent, halting and stopping nodes, with and without restarts. Where the random protocol is
/// refused, there are no specifications.
SpecifiedProgram specified_program(std::uint64_t seed);

/// This protocol, however many fault sets it has, and random specifications.
SpecifiedProgram specified(const RandomProgram& protocol, std::uint64_t seed);

/// The `.spec` file: statements, then rules.
std::string specification_file(const SpecifiedProgram& program);

/// Checks protocol and specifications together. Throws InputError.
dedalus::Program check(const SpecifiedProgram& program);

/// Removes what does not matter, as shrink() does of a protocol.
SpecifiedProgram shrink(SpecifiedProgram program,
                        const std::function<bool(const SpecifiedProgram&)>& still_fails);

/// What of the specification is violated by an execution with this EOT: each tuple with the first
/// tick at which it is judged to be there. Sorted; empty if it holds.
std::vector<std::string> violations(const dedalus::Program& program,
                                    const Specification& specification, const eval::Model& model,
                                    int eot);

}  // namespace ldfi::test
