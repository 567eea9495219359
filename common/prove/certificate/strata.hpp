// Finds the order in which the relations of a tick are derived.
#pragma once

#include <functional>
#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Relations that depend on each other within a tick: usually a single one, or several if rules of
/// the same tick form a cycle.
struct Component {
  std::vector<int> relations;
  bool recursive = false;
};

/// Returns the components so that each relation comes after the relations that it reads. Throws
/// Rejected if a relation depends on its own absence or on an aggregate of itself, or if there are
/// too many. Calls `check` regularly, which may throw.
std::vector<Component> components(const Program& program, const std::function<void()>& check = {});

}  // namespace ldfi::certificate
