// Makes fault sets from the omissions and crashes that a test lists.
#pragma once

#include <vector>

#include "common/faults/fault_set.hpp"

namespace ldfi::test {

inline FaultSet fault_set(const std::vector<Omission>& omissions,
                          const std::vector<Crash>& crashes = {}) {
  std::vector<Fault> all(omissions.begin(), omissions.end());
  all.insert(all.end(), crashes.begin(), crashes.end());
  return FaultSet(std::move(all));
}

}  // namespace ldfi::test
