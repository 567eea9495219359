#include "common/base/phase.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(Phase, TheInnermostCounts) {
  const std::string before = Phase::current();
  {
    const Phase outer("grounding");
    {
      const Phase inner("solving");
      EXPECT_STREQ(Phase::current(), "solving");
    }
    EXPECT_STREQ(Phase::current(), "grounding");
  }
  EXPECT_EQ(Phase::current(), before);
}

}  // namespace
}  // namespace ldfi
