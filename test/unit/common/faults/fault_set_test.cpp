#include "common/faults/fault_set.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <unordered_set>

#include "common/base/contract.hpp"
#include "test/support/faults.hpp"

namespace ldfi {
namespace {

using ::testing::ElementsAre;

Omission omission(int from, int to, int sent) {
  return {NodeId(from), NodeId(to), Time(sent)};
}
Crash crash(int node, int at) {
  return {NodeId(node), Time(at)};
}

TEST(FaultSet, SortsAndDropsDuplicates) {
  const FaultSet set =
      test::fault_set({omission(1, 0, 2), omission(0, 1, 3), omission(0, 1, 2), omission(1, 0, 2)},
                      {crash(2, 1), crash(2, 1)});
  EXPECT_THAT(set.all<Omission>(),
              ElementsAre(omission(0, 1, 2), omission(0, 1, 3), omission(1, 0, 2)));
  EXPECT_THAT(set.all<Crash>(), ElementsAre(crash(2, 1)));
  EXPECT_EQ(set.size(), 4U);
}

TEST(FaultSet, DropsOmissionsOfCrashedSendersOnly) {
  const FaultSet set = test::fault_set(
      {omission(0, 1, 1), omission(0, 1, 2), omission(0, 1, 3), omission(1, 0, 3)}, {crash(0, 2)});
  EXPECT_THAT(set.all<Omission>(), ElementsAre(omission(0, 1, 1), omission(1, 0, 3)));
}

TEST(FaultSet, RefusesTwoCrashesOfANode) {
  EXPECT_THROW(test::fault_set({}, {crash(0, 1), crash(0, 2)}), InternalError);
}

TEST(FaultSet, EqualsWhateverMeansTheSame) {
  const FaultSet one = test::fault_set({omission(0, 1, 2)}, {crash(0, 1)});
  const FaultSet other = test::fault_set({}, {crash(0, 1)});
  EXPECT_EQ(one, other);
  EXPECT_EQ(std::hash<FaultSet>{}(one), std::hash<FaultSet>{}(other));
}

TEST(FaultSet, OrdersBySizeThenOmissionsBeforeCrashes) {
  const std::vector<FaultSet> ascending{
      FaultSet(),
      test::fault_set({omission(0, 1, 1)}, {}),
      test::fault_set({omission(0, 1, 2)}, {}),
      test::fault_set({omission(0, 2, 1)}, {}),
      test::fault_set({omission(1, 0, 1)}, {}),
      test::fault_set({}, {crash(0, 1)}),
      test::fault_set({}, {crash(0, 2)}),
      test::fault_set({}, {crash(1, 1)}),
      test::fault_set({omission(0, 1, 1), omission(0, 1, 2)}, {}),
      test::fault_set({omission(0, 1, 1)}, {crash(0, 2)}),
      test::fault_set({}, {crash(0, 1), crash(1, 1)}),
  };
  for (std::size_t i = 0; i < ascending.size(); ++i) {
    for (std::size_t j = 0; j < ascending.size(); ++j) {
      EXPECT_EQ(ascending[i] <=> ascending[j], i <=> j) << i << " and " << j;
    }
  }
}

TEST(FaultSet, KnowsItsSubsets) {
  const FaultSet small = test::fault_set({omission(0, 1, 1)}, {crash(1, 2)});
  const FaultSet big = test::fault_set({omission(0, 1, 1), omission(0, 2, 1)}, {crash(1, 2)});
  EXPECT_TRUE(small.subset_of(big));
  EXPECT_FALSE(big.subset_of(small));
  EXPECT_TRUE(small.subset_of(small));
  EXPECT_TRUE(FaultSet().subset_of(small));
  // A crash at another time is a different fault, so it is not contained in the set.
  EXPECT_FALSE(test::fault_set({}, {crash(1, 1)}).subset_of(big));
}

TEST(FaultSet, HashesDifferentSetsDifferently) {
  std::unordered_set<std::size_t> hashes;
  std::size_t sets = 0;
  for (int from = 0; from < 5; ++from) {
    for (int to = 0; to < 5; ++to) {
      for (int t = 1; from != to && t < 10; ++t, ++sets) {
        hashes.insert(std::hash<FaultSet>{}(test::fault_set({omission(from, to, t)}, {})));
      }
    }
  }
  EXPECT_EQ(hashes.size(), sets);
}

}  // namespace
}  // namespace ldfi
