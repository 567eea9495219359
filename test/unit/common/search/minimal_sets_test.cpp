#include "common/search/minimal_sets.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "test/support/faults.hpp"
#include "test/support/random.hpp"

namespace ldfi::search {
namespace {

FaultSet random_set(test::Random& random) {
  std::vector<Omission> omissions;
  std::vector<Crash> crashes;
  for (int i = random.between(0, 3); i > 0; --i) {
    omissions.push_back({NodeId(0U), NodeId(1U), Time(random.between(1, 5))});
  }
  if (random.chance(30)) crashes.push_back({NodeId(2U), Time(random.between(1, 3))});
  return test::fault_set(omissions, std::move(crashes));
}

TEST(MinimalSets, AreThoseThatContainNoOther) {
  test::Random random(7);
  for (int round = 0; round < 300; ++round) {
    std::set<FaultSet> sets;
    for (int i = random.between(0, 11); i > 0; --i) sets.insert(random_set(random));
    std::vector<FaultSet> expected;
    std::copy_if(sets.begin(), sets.end(), std::back_inserter(expected), [&](const FaultSet& f) {
      return std::none_of(sets.begin(), sets.end(),
                          [&](const FaultSet& other) { return other != f && other.subset_of(f); });
    });
    EXPECT_EQ(minimal_sets(sets), expected);
  }
}

/// Also for late messages: a set with shorter delays is smaller.
TEST(MinimalSets, AreThoseWithTheLeastDelays) {
  test::Random random(8);
  for (int round = 0; round < 300; ++round) {
    std::set<FaultSet> sets;
    for (int i = random.between(0, 11); i > 0; --i) {
      std::vector<Fault> faults;
      for (std::uint32_t unit = 0; unit < 3; ++unit) {
        const NodeId from(unit);
        if (random.chance(40)) {
          faults.emplace_back(Delay{from, NodeId(3U), Time(1), random.between(1, 3)});
        } else if (random.chance(20)) {
          faults.emplace_back(Omission{from, NodeId(3U), Time(1)});
        } else if (random.chance(30)) {
          faults.emplace_back(Duplicate{from, NodeId(3U), Time(1), random.between(1, 3)});
        }
      }
      sets.insert(FaultSet(std::move(faults)));
    }
    std::vector<FaultSet> expected;
    std::copy_if(sets.begin(), sets.end(), std::back_inserter(expected), [&](const FaultSet& f) {
      return std::none_of(sets.begin(), sets.end(),
                          [&](const FaultSet& other) { return other != f && other.subset_of(f); });
    });
    EXPECT_EQ(minimal_sets(sets), expected);
  }
}

}  // namespace
}  // namespace ldfi::search
