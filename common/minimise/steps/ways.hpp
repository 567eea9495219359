// In which ways a program's verdict may be violated: which facts have to hold, and which of their
// arguments differ, so that pre has a tuple that post has not.
#pragma once

#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::minimise {

/// A variable, or a constant.
struct Argument {
  bool variable = true;
  std::size_t number = 0;  ///< of the variable
  dedalus::Value value = 0;
  auto operator<=>(const Argument&) const = default;
};

struct Atom {
  RelationId relation;
  std::vector<Argument> arguments;
};

/// All of these hold, and the pairs differ. Every violation is of at least one way.
struct Way {
  std::vector<Atom> atoms;
  std::vector<std::pair<Argument, Argument>> unequal;
};

/// Nothing if nothing is known: there are too many, or rules that say more than this. Of the atoms only
/// those are told that no rule derives within a tick.
[[nodiscard]] std::optional<std::vector<Way>> ways_to_violate(const dedalus::Program& program);

}  // namespace ldfi::minimise
