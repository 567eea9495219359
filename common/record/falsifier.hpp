// A fault set that violates the invariant.
#pragma once

#include <string>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi {

struct Falsifier {
  FaultSet faults;
  bool minimal = false;  ///< true if it is known that no proper subset violates the invariant
  /// Violated tuples as text, sorted. Strategies may leave the list empty, because the replay of
  /// the falsifier fills it.
  std::vector<std::string> violated;
};

}  // namespace ldfi
