// Finds the order in which the relations are derived at a tick.
#pragma once

#include <functional>
#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Relations that depend on each other within a tick. Usually a component has one relation. It has
/// several if rules of the same tick form a cycle.
struct Component {
  std::vector<int> relations;
  bool recursive = false;
};

/// Returns all components, each after the components that it reads. Throws Rejected if a relation
/// depends on its own absence or on an aggregate of itself, or if there are too many relations.
/// Calls `check` regularly, which may throw.
std::vector<Component> components(const Program& program, const std::function<void()>& check = {});

}  // namespace ldfi::certificate
