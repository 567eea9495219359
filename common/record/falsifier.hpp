// A fault set that violates the invariant or a specification: a counterexample.
#pragma once

#include <string>
#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi {

struct Falsifier {
  FaultSet faults;
  bool minimal = false;  ///< true if it is known that no proper subset violates the same promise
  /// Violated tuples as text, sorted. A search may leave the list empty, because a later execution
  /// of the counterexample fills it.
  std::vector<std::string> violated;
};

}  // namespace ldfi
