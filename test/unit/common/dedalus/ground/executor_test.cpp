#include "common/dedalus/ground/executor.hpp"

#include <gtest/gtest.h>

#include "common/dedalus/ground/ground_program.hpp"
#include "test/support/faults.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::ground {
namespace {

// L ⊆ M_F ⊆ U is what every proof rests on; M_F is read from the bits of 64 executions at once,
// which must also equal 64 executions one by one.
TEST(Executor, LanesAgreeWithSingleRunsAndRespectTheBounds) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec f(random.fspec);
    const Universe u = ground_program(*program, f);
    Executor many(u);
    Executor one(u);
    std::vector<FaultSet> sets;
    for (std::uint64_t i = 0; i < Executor::lane_count; ++i)
      sets.push_back(test::random_fault_set(f, seed * 100 + i));
    many.execute(sets);
    for (std::size_t lane = 0; lane < sets.size(); lane += 7) {
      one.execute(sets[lane]);
      for (std::uint32_t fact = 0; fact < u.fact_count(); ++fact) {
        const bool holds = (many.lanes(FactId(fact)) >> lane & 1U) != 0;
        ASSERT_EQ(holds, one.holds(FactId(fact))) << "seed " << seed << " " << u.text(FactId(fact));
        if (u.certain(FactId(fact))) {
          ASSERT_TRUE(holds);
        }
        ++compared;
      }
      EXPECT_EQ((many.violating() >> lane & 1U), one.violating() & 1U);
    }
  }
  EXPECT_GT(compared, 10'000);
}

}  // namespace
}  // namespace ldfi::ground
