#include "common/faults/fault_sampler.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <set>

namespace ldfi::fault_sampler_test {
namespace {

Fspec fspec(int eff = 2, int crashes = 2, EffMode mode = EffMode::inclusive) {
  return Fspec({4, eff, crashes, {"a", "b", "c"}, mode, CrashModel::silent});
}

TEST(FaultSampler, BeginsWithTheFailureFreeRun) {
  EXPECT_TRUE(FaultSampler(fspec(), 1).draw(0).empty());
}

// The fault sets that a seed stands for must never change, because published results name seeds.
TEST(FaultSampler, DrawsTheSameSetsEverywhere) {
  const Fspec f = fspec();
  const FaultSampler sets(f, 1);
  EXPECT_EQ(to_text(sets.draw(2), f), "O(b,a,2) O(b,c,1) O(b,c,2) O(c,a,2) C(a,4)");
  EXPECT_EQ(to_text(sets.draw(1'000'000'007), f), "O(a,b,1) O(a,b,2) O(a,c,1) O(c,b,2) C(b,2)");
  EXPECT_EQ(to_text(FaultSampler(f, 2).draw(1), f),
            "O(a,b,1) O(a,c,1) O(a,c,2) O(b,a,2) O(b,c,2) O(c,a,1) O(c,a,2) O(c,b,1) O(c,b,2)");
}

TEST(FaultSampler, DrawsAdmissibleSetsOnly) {
  for (const Fspec& f : {fspec(), fspec(0, 3), fspec(3, 0), fspec(1, 1, EffMode::exclusive)}) {
    const FaultSampler sets(f, 9);
    for (std::uint64_t i = 0; i < 500; ++i) ASSERT_TRUE(f.admits(sets.draw(i))) << i;
  }
}

TEST(FaultSampler, ReachesEveryFaultSet) {
  const Fspec f({3, 2, 1, {"a", "b"}, EffMode::inclusive, CrashModel::silent});
  const FaultSampler sets(f, 3);
  std::set<FaultSet> seen;
  for (std::uint64_t i = 0; i < 20'000; ++i) seen.insert(sets.draw(i));
  EXPECT_EQ(BigInt(seen.size()), f.distinct_fault_sets());
}

/// Expects that each count differs from the average by at most six standard deviations.
void expect_uniform(const std::map<std::uint64_t, std::uint64_t>& counts, std::size_t values) {
  ASSERT_EQ(counts.size(), values);
  double total = 0;
  for (const auto& [value, count] : counts) total += static_cast<double>(count);
  const double share = total / static_cast<double>(values);
  for (const auto& [value, count] : counts) {
    EXPECT_NEAR(static_cast<double>(count), share, 6 * std::sqrt(share)) << value;
  }
}

TEST(FaultSampler, IsUniformInWhatTheHeaderSays) {
  const FaultSampler sets(fspec(), 4);
  std::map<std::uint64_t, std::uint64_t> crashes, nodes, ticks, losses, lost;
  for (std::uint64_t i = 1; i <= 30'000; ++i) {
    const FaultSet set = sets.draw(i);
    ++crashes[set.all<Crash>().size()];
    for (const Crash& c : set.all<Crash>()) {
      ++nodes[c.node.raw()];
      ++ticks[static_cast<std::uint64_t>(c.at.tick())];
    }
    if (!set.all<Crash>().empty()) continue;
    ++losses[set.all<Omission>().size()];
    for (const Omission& o : set.all<Omission>())
      ++lost[o.from.raw() * 100 + o.to.raw() * 10 + static_cast<std::uint64_t>(o.sent.tick())];
  }
  expect_uniform(crashes, 3);
  expect_uniform(nodes, 3);
  expect_uniform(ticks, 4);
  expect_uniform(losses, 13);
  expect_uniform(lost, 12);
}

}  // namespace
}  // namespace ldfi::fault_sampler_test
