// Makes random Dedalus programs with an Fspec, so small that a test can try every fault set. A
// shrinker makes programs that show a bug smaller. The same seed gives the same bytes everywhere.
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

/// Returns a program like those of random_program(). In two of three programs, one more rule runs
/// at every node that observes a crash, without any other premise about that node.
RandomProgram observing_program(std::uint64_t seed);

/// Checks the program with its nodes, EOT, and relations `pre` and `post`. Throws InputError if the
/// checker refuses the program.
dedalus::Program check(const RandomProgram& program);

/// Returns the checked program, or nullopt if the checker refuses it.
std::optional<dedalus::Program> checked(const RandomProgram& program);

/// Returns an equivalent program in which no negated literal has a variable that occurs twice in it
/// and nowhere else, as in `notin e(N, Any0, Any0)`. The new relations `spelled0`, `spelled1` and
/// so on use `==` instead.
RandomProgram spelled_out(RandomProgram program);

/// Removes statements, premises, ticks, faults and nodes as long as `still_fails` returns true.
/// `still_fails` should return false for a program that the checker refuses.
RandomProgram shrink(RandomProgram program,
                     const std::function<bool(const RandomProgram&)>& still_fails);

/// Returns an admissible fault set, often with several faults. The distribution is not uniform.
FaultSet random_fault_set(const Fspec& fspec, std::uint64_t seed);

/// Returns all admissible canonical fault sets in FaultSet order. Requires an Fspec with at most
/// max_fault_sets of them.
std::vector<FaultSet> all_fault_sets(const Fspec& fspec);

/// Returns the program as text for messages and saved cases: a comment with the Fspec, then the
/// program.
std::string describe(const RandomProgram& program);

}  // namespace ldfi::test
