// Who may fail, for oracles of certificates: of some random programs, not everybody may.
#pragma once

#include <fmt/core.h>

#include <cstdint>
#include <string>

#include "common/faults/fspec.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {

/// Of one in four programs, b alone may crash, and a's messages to b, and what b sends, are never lost.
inline RandomProgram with_survivors(RandomProgram program, std::uint64_t seed) {
  if (seed % 4 != 1) return program;
  if (program.fspec.crashes > 0) {
    program.fspec.crashes = 1;
    program.fspec.crashable = {"b"};
  }
  program.fspec.limits.reliable = {{"a", "b"}};
  program.fspec.limits.omissions_from = {"a"};
  return program;
}

/// The same as lines of a claim. That no message at all is lost is not said here.
inline std::string who_fails(const Fspec& of) {
  FspecParameters parameters = of.parameters();
  parameters.limits.omissions.reset();
  const Fspec fspec(parameters);
  std::string out;
  for (std::size_t a = 0; a < fspec.node_count(); ++a) {
    const NodeId from(a);
    if (!fspec.crashable(from)) out += fmt::format("survivor {}\n", fspec.name(from));
    for (std::size_t b = 0; b < fspec.node_count(); ++b) {
      if (a != b && !fspec.omissible(from, NodeId(b)))
        out += fmt::format("reliable {} {}\n", fspec.name(from), fspec.name(NodeId(b)));
    }
  }
  return out;
}

}  // namespace ldfi::test
