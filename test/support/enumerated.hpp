// Lists every admissible fault set with the product's own enumeration.
#pragma once

#include <vector>

#include "common/faults/enumeration.hpp"

namespace ldfi::test {

/// Returns all fault sets that the Fspec allows, in the order of the enumeration.
inline std::vector<FaultSet> enumerated(const Fspec& fspec) {
  std::vector<FaultSet> out;
  for (const FaultSet& given : given_faults(fspec, fspec.max_faults(), Meter(BudgetCheck()))) {
    for (std::uint32_t more = 0; Enumeration(fspec, given, more).total() > 0; ++more) {
      Enumeration sets(fspec, given, more);
      sets.seek(0);
      do {
        out.push_back(sets.faults());
      } while (sets.next());
    }
  }
  return out;
}

}  // namespace ldfi::test
