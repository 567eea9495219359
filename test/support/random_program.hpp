// Random Dedalus programs with an Fspec, small enough to try every fault set, and a shrinker for
// those that show a bug. The same seed gives the same bytes everywhere.
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
  std::string text;  ///< one statement a line
  FspecParameters fspec;
};

/// At most this many distinct fault sets: exhaustive enumeration stays feasible.
inline constexpr std::uint64_t max_fault_sets = 1U << 14U;

RandomProgram random_program(std::uint64_t seed);

/// The checked program (given nodes, EOT, relations `pre` and `post`). Throws InputError.
dedalus::Program check(const RandomProgram& program);

/// The checked program of random_program(seed), or nothing if the checker refuses it.
std::optional<dedalus::Program> checked(const RandomProgram& program);

/// The same program without a variable that occurs twice in a negated literal and nowhere else:
/// what `notin e(N, Any0, Any0)` means, said with relations `spelled0`, ... and `==`.
RandomProgram spelled_out(RandomProgram program);

/// Removes statements, premises, ticks, faults and nodes as long as `still_fails` says true. It is
/// asked about programs that may not pass the checker; it should say false then.
RandomProgram shrink(RandomProgram program,
                     const std::function<bool(const RandomProgram&)>& still_fails);

/// An admissible fault set, often with several faults. Not uniform.
FaultSet random_fault_set(const Fspec& fspec, std::uint64_t seed);

/// All admissible canonical fault sets, by FaultSet's order; the Fspec must have at most
/// max_fault_sets.
std::vector<FaultSet> all_fault_sets(const Fspec& fspec);

/// For messages and saved cases: a comment with the Fspec, then the text.
std::string describe(const RandomProgram& program);

}  // namespace ldfi::test
