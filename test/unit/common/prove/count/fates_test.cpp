#include "common/prove/count/fates.hpp"

#include <gtest/gtest.h>

#include <set>

#include "test/unit/common/prove/count/support.hpp"

namespace ldfi::count {
namespace {

/// All possible fates of the nodes, tick by tick: their number, and the facts at their ends.
struct Ways {
  explicit Ways(const ground::Universe& universe)
      : u(universe), ticks(universe), fates(universe, ticks, 1'000'000) {
    walk(fates.start(), 1);
  }

  void walk(const Fates::Nodes& before, int tick) {
    if (tick > u.fspec().eot()) {
      ++number;
      return;
    }
    const std::vector<Fates::Nodes> choices = fates.choices(before, tick, meter);
    for (Fates::Nodes nodes : choices) {
      std::set<std::string> holding;
      for (std::size_t n = 0; n < nodes.size(); ++n) {
        for (const FactId f : fates.facts(n, nodes[n])) holding.insert(u.text(f));
      }
      if (tick == u.fspec().eot()) at_end.insert(std::move(holding));
      fates.forget(nodes, tick);
      walk(nodes, tick + 1);
    }
  }

  const ground::Universe& u;
  const Ticks ticks;
  Fates fates;
  Meter meter;
  int number = 0;
  std::set<std::set<std::string>> at_end;
};

TEST(Fates, EachChoiceOfCrashesIsOneWay) {
  const Grounded unseen(telling + promised, test::fspec(3, 2, 1, {"a", "b"}));
  const Ways ways(unseen.universe);
  EXPECT_EQ(ways.number, 1 + 2 * 3);
  EXPECT_EQ(ways.at_end, (std::set<std::set<std::string>>{{}}));

  const Grounded seen(telling + promised_by_the_living, test::fspec(3, 2, 2, {"a", "b"}));
  const Ways two(seen.universe);
  EXPECT_EQ(two.number, 1 + 2 * 3 + 3 * 3);
  ASSERT_EQ(two.at_end.size(), 2U);
  EXPECT_TRUE(two.at_end.begin()->empty());
}

TEST(Fates, AtMostAsManyCrashAsTheFspecSays) {
  FspecParameters fspec = test::fspec(4, 0, 2, {"a", "b", "c"});
  EXPECT_EQ(Ways(Grounded(telling + promised, fspec).universe).number, 1 + 3 * 4 + 3 * 16);
  fspec.crashable = {"b"};
  EXPECT_EQ(Ways(Grounded(telling + promised, fspec).universe).number, 1 + 4);
}

TEST(Fates, RandomProgramsReadTimes) {
  int seen = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    test::RandomProgram random = test::observing_program(seed);
    random.fspec = test::fspec(random.fspec.eot, random.fspec.eff, 1, random.fspec.nodes);
    if (!test::checked(random)) continue;
    const Grounded grounded(random);
    const Ways ways(grounded.universe);
    const auto nodes = static_cast<int>(random.fspec.nodes.size());
    EXPECT_EQ(ways.number, 1 + nodes * random.fspec.eot) << test::describe(random);
    seen += ways.at_end.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(seen, 5);
}

}  // namespace
}  // namespace ldfi::count
