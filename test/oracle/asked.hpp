// Makes random programs for proofs about every EOT (last tick). Each has one promise: the invariant
// of pre and post, or a specification.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/record/search_result.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/specified_program.hpp"

namespace ldfi::test {

struct Asked {
  RandomProgram random;
  std::string specifications;  ///< text of the `.spec` file; empty if the promise is pre and post
  /// Name of the specification; empty if the promise is the invariant of pre and post.
  std::string of;
  dedalus::Program program;  ///< the program, judged by this promise only
};

/// Returns the program with the invariant of pre and post as its promise. Empty if the checker
/// refuses the program.
inline std::vector<Asked> asked(const RandomProgram& random) {
  std::vector<Asked> out;
  if (auto program = checked(random)) out.push_back({random, "", "", std::move(*program)});
  return out;
}

/// Returns the program once for each of its specifications.
inline std::vector<Asked> asked(const SpecifiedProgram& random) {
  std::vector<Asked> out;
  if (random.specifications.empty()) return out;
  const dedalus::Program program = check(random);
  for (std::size_t i = 0; i < program.specifications.size(); ++i) {
    out.push_back({random.protocol, specification_file(random), program.specifications[i].says.name,
                   dedalus::judged_by(program, i)});
  }
  return out;
}

/// Returns programs with specifications, under all kinds of faults that proofs for every EOT
/// support.
inline std::vector<Asked> with_specifications(std::uint64_t seed) {
  switch (seed % 5) {
    case 0:
      return asked(specified_program(seed));
    case 1:
      return asked(specified(outage_program(seed), seed));
    case 2:
      return asked(specified(late_for_ever(seed), seed));
    case 3:
      return asked(specified(stable_program(seed), seed));
    default:
      return asked(specified(observing_program(seed), seed));
  }
}

}  // namespace ldfi::test
