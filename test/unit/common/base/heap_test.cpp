#include "common/base/heap.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ldfi {
namespace {

TEST(Heap, GoesOnInHugePages) {
  const std::string before(1000, 'b');
  begin_heap_in_huge_pages();
  std::vector<std::string> after;
  for (std::size_t i = 0; i < 10'000; ++i) after.emplace_back(i % 2000, static_cast<char>(i));
  EXPECT_EQ(before, std::string(1000, 'b'));
  for (std::size_t i = 0; i < after.size(); ++i) {
    ASSERT_EQ(after[i], std::string(i % 2000, static_cast<char>(i)));
  }
}

}  // namespace
}  // namespace ldfi
