// Random Dedalus programs with an Fspec, small enough to try every fault set, and a shrinker for
// programs that show a bug. The same seed gives the same bytes everywhere.
//
//   RandomProgram p = random_program(seed);
//   dedalus::Program checked = check(p);              // nearly always passes the checker
//   RandomProgram small = shrink(p, [](const RandomProgram& q) { return fails(q); });
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::test {

struct RandomProgram {
  std::string text;  ///< one statement on each line
  FspecParameters fspec;
};

/// A program has at most this many distinct fault sets, so that all of them can be tried.
inline constexpr std::uint64_t max_fault_sets = 1U << 14U;

RandomProgram random_program(std::uint64_t seed);

/// The same, of which two in three have a rule that runs wherever a crash is seen, and says nothing else of that
/// place.
RandomProgram observing_program(std::uint64_t seed);

/// Checks the program with its nodes, EOT, and relations `pre` and `post`. Throws InputError.
dedalus::Program check(const RandomProgram& program);

/// The checked program, or nothing if the checker refuses it.
std::optional<dedalus::Program> checked(const RandomProgram& program);

/// The same program in other words: where a variable occurs twice in a negated literal and nowhere
/// else, as in `notin e(N, Any0, Any0)`, relations `spelled0`, ... and `==` say what that means.
RandomProgram spelled_out(RandomProgram program);

/// Removes statements, premises, ticks, faults and nodes as long as `still_fails` is true. It
/// should return false for a program that does not pass the checker.
RandomProgram shrink(RandomProgram program,
                     const std::function<bool(const RandomProgram&)>& still_fails);

/// An admissible fault set, often with several faults. The distribution is not uniform.
FaultSet random_fault_set(const Fspec& fspec, std::uint64_t seed);

/// All admissible canonical fault sets in FaultSet order. The Fspec must have at most
/// max_fault_sets of them.
std::vector<FaultSet> all_fault_sets(const Fspec& fspec);

/// The program for messages and saved cases: a comment with the Fspec, then the text.
std::string describe(const RandomProgram& program);

}  // namespace ldfi::test
