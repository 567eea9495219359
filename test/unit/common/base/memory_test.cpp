#include "common/base/memory.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ldfi {
namespace {

TEST(Memory, GrowsWithWhatIsTouched) {
  const std::uint64_t before = resident_bytes();
  if (before == 0) GTEST_SKIP() << "no /proc";
  constexpr std::size_t more = std::size_t{64} << 20U;
  std::vector<char> touched(more, 'x');
  EXPECT_GE(resident_bytes() + (more / 8), before + more);
  EXPECT_EQ(touched[more - 1], 'x');
}

}  // namespace
}  // namespace ldfi
