#include "worker/dedalus/limits.hpp"

#include <gtest/gtest.h>

#include "common/farm/wire/messages.hpp"

namespace ldfi::execute {
namespace {

TEST(Limits, AreTheDefaultsWithoutABudget) {
  EXPECT_EQ(ground_limits({}).max_facts, ground::GroundLimits{}.max_facts);
  EXPECT_EQ(ground_limits({}).max_instances, ground::GroundLimits{}.max_instances);
  EXPECT_EQ(eval_limits({}).max_facts, eval::EvalLimits{}.max_facts);
  EXPECT_EQ(eval_limits({}).max_tick_facts, eval::EvalLimits{}.max_tick_facts);
}

TEST(Limits, FollowTheLimitOnFacts) {
  const wire::Budget budget{1'000, 0, 0};
  EXPECT_EQ(ground_limits(budget).max_facts, 1'000U);
  EXPECT_EQ(ground_limits(budget).max_instances, 4'000U);
  EXPECT_EQ(eval_limits(budget).max_facts, 1'000U);
}

// The share of the memory limit is the same for a search alone, on a rank, and in a cell of a
// sweep.
TEST(Limits, FollowTheLimitOnMemory) {
  const std::uint64_t mib = std::uint64_t{1} << 20U;
  const wire::Budget small{0, mib, 0};
  EXPECT_EQ(ground_limits(small).max_facts, mib / 512);
  EXPECT_EQ(ground_limits(small).max_instances, mib / 128);
  EXPECT_EQ(eval_limits(small).max_facts, mib / 160);
  const wire::Budget both{1'000, mib, 0};
  EXPECT_EQ(ground_limits(both).max_facts, 1'000U);
  EXPECT_EQ(eval_limits(both).max_facts, 1'000U);
  const wire::Budget large{0, std::uint64_t{1} << 50U, 0};
  EXPECT_EQ(ground_limits(large).max_facts, ground::GroundLimits{}.max_facts);
  EXPECT_EQ(eval_limits(large).max_facts, eval::EvalLimits{}.max_facts);
}

TEST(Limits, HandTheCheckOn) {
  int asked = 0;
  ground_limits({}, [&] { ++asked; }).check();
  eval_limits({}, [&] { ++asked; }).check();
  EXPECT_EQ(asked, 2);
}

}  // namespace
}  // namespace ldfi::execute
