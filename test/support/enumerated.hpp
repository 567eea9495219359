// Every admissible fault set, as the product enumerates them.
#pragma once

#include <vector>

#include "common/faults/enumeration.hpp"

namespace ldfi::test {

/// In the order of the enumeration, piece by piece.
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
