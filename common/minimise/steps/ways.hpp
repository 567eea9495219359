// Finds the ways in which a program's invariant may be violated: the facts that must hold, and
// the arguments that must differ, so that `pre` has a tuple that `post` does not have.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::minimise {

/// A variable or a constant in an atom.
struct Argument {
  bool variable = true;
  std::size_t number = 0;  ///< number of the variable; unused for a constant
  dedalus::Value value = 0;
  auto operator<=>(const Argument&) const = default;
};

struct Atom {
  RelationId relation;
  std::vector<Argument> arguments;
};

/// A way to violate the invariant: all atoms hold, and the two arguments of each pair differ. Every
/// violation matches at least one way.
struct Way {
  std::vector<Atom> atoms;
  std::vector<std::pair<Argument, Argument>> unequal;
};

/// Returns all ways. Returns nullopt if there are too many, or if the program has no `pre`. The
/// atoms have only relations that no rule derives within a tick.
[[nodiscard]] std::optional<std::vector<Way>> ways_to_violate(const dedalus::Program& program);

}  // namespace ldfi::minimise
