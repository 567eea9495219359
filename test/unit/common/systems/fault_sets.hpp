// Builds fault sets for tests from their texts.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "common/systems/faults/fault_text.hpp"

namespace ldfi::systems {

inline FaultSet faults(const std::vector<std::string>& texts) {
  FaultSet out;
  for (const std::string& text : texts) EXPECT_TRUE(add_fault(out, text)) << text;
  return out;
}

}  // namespace ldfi::systems
