#include "common/faults/enumeration.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "test/support/faults.hpp"

namespace ldfi::enumeration_test {
namespace {

Fspec fspec(EffMode mode = EffMode::inclusive) {
  FspecParameters p;
  p.eot = 3;
  p.eff = 2;
  p.crashes = 1;
  p.nodes = {"a", "b", "c"};
  p.eff_mode = mode;
  return Fspec(p);
}

TEST(Choose, SaturatesInsteadOfOverflowing) {
  EXPECT_EQ(choose(5, 2), 10U);
  EXPECT_EQ(choose(5, 0), 1U);
  EXPECT_EQ(choose(3, 4), 0U);
  EXPECT_EQ(choose(200, 100), std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(choose(67, 33), 14226520737620288370U);
}

TEST(GivenFaults, EndsBeforeThereAreTooMany) {
  FspecParameters p{200'000, 150'000, 2, {"a", "b"}};
  p.crash_model = CrashModel::stop;
  p.restarts = 2;
  EXPECT_FALSE(few_given_faults(Fspec(p), 2, 1000, Meter(BudgetCheck())));
  const Fspec small = fspec(EffMode::inclusive);
  const std::size_t all = given_faults(small, 9, Meter(BudgetCheck())).size();
  EXPECT_GT(all, 1U);
  EXPECT_FALSE(few_given_faults(small, 9, all - 1, Meter(BudgetCheck())));
  EXPECT_EQ(few_given_faults(small, 9, all, Meter(BudgetCheck())),
            given_faults(small, 9, Meter(BudgetCheck())));
}

// The lists for all sizes and all given crashes together contain every admissible fault set exactly
// once. Each list is sorted.
TEST(Enumeration, VisitsEveryFaultSetOnce) {
  for (const EffMode mode : {EffMode::inclusive, EffMode::exclusive}) {
    const Fspec f = fspec(mode);
    std::vector<std::vector<Crash>> crashes{{}};
    for (int n = 0; n < 3; ++n) {
      for (int t = 1; t <= 3; ++t) crashes.push_back({{NodeId(n), Time(t)}});
    }
    std::set<FaultSet> seen;
    for (const auto& choice : crashes) {
      const FaultSet c = test::fault_set({}, choice);
      for (std::uint32_t size = 0; Enumeration(f, c, size).total() > 0; ++size) {
        Enumeration e(f, c, size);
        std::uint64_t count = 0;
        FaultSet last;
        do {
          const FaultSet now = e.faults();
          EXPECT_TRUE(f.admits(now));
          EXPECT_EQ(now.size(), size + c.size());
          EXPECT_TRUE(count == 0 || last < now);
          EXPECT_TRUE(seen.insert(now).second);
          last = now;
          ++count;
        } while (e.next());
        EXPECT_EQ(count, e.total());
      }
    }
    EXPECT_EQ(BigInt(seen.size()), f.distinct_fault_sets());
  }
}

TEST(Enumeration, SeeksToAnyRank) {
  const Fspec f = fspec();
  for (std::uint32_t size = 0; size <= 3; ++size) {
    Enumeration walk(f, {}, size);
    for (std::uint64_t rank = 0; rank < walk.total(); ++rank, walk.next()) {
      Enumeration jump(f, {}, size);
      jump.seek(rank);
      ASSERT_EQ(jump.faults(), walk.faults()) << size << " " << rank;
    }
  }
}

}  // namespace
}  // namespace ldfi::enumeration_test
