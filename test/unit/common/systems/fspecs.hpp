// Builds Fspecs (limits of faults) for tests.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "common/systems/faults/fspec.hpp"

namespace ldfi::systems {

/// Returns an Fspec of these nodes. Messages that are sent from `from` to `eff` may be lost.
inline Fspec fspec_of(std::vector<std::string> nodes, std::int64_t eff = 0, std::int64_t from = 0) {
  Fspec out;
  out.nodes = std::move(nodes);
  out.from = from;
  out.eff = eff;
  return out;
}

}  // namespace ldfi::systems
