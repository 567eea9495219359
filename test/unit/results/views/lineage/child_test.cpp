#include "results/views/lineage/child.hpp"

#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

TEST(Child, GivesAndTakesText) {
  const std::string text(1'000'000, 'x');
  const ChildOutput child = run_child({"cat"}, text, 10'000);
  EXPECT_EQ(child.problem, "");
  EXPECT_TRUE(child.out == text);
}

}  // namespace
}  // namespace ldfi::results
