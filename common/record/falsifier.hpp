// A fault set that violates the invariant.
#pragma once

#include <string>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi {

struct Falsifier {
  FaultSet faults;
  bool minimal = false;  ///< known: no proper subset violates
  /// Tuples as text, sorted. A strategy may leave them out; whoever replays the execution adds
  /// them.
  std::vector<std::string> violated;
};

}  // namespace ldfi
