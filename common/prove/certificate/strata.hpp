// In which order the relations of a tick are derived.
#pragma once

#include <functional>
#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Relations that depend on each other within a tick: one, unless rules of the same tick go in circles.
struct Component {
  std::vector<int> relations;
  bool recursive = false;
};

/// What is read stands before what reads it. Throws Rejected if a relation depends on its own absence, or on
/// an aggregate of itself, and if there are too many. `check` is called now and then, and may throw.
std::vector<Component> components(const Program& program, const std::function<void()>& check = {});

}  // namespace ldfi::certificate
