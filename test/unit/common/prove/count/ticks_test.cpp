#include "common/prove/count/ticks.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "test/unit/common/prove/count/support.hpp"

namespace ldfi::count {
namespace {

std::vector<std::string> bits(const ground::Universe& u, const Tick& tick) {
  std::vector<std::string> out;
  for (std::size_t b = first_fact_bit; b < tick.bits.size(); ++b) {
    out.push_back((tick.bits[b].kept ? "kept " : "") + u.text(tick.bits[b].fact));
  }
  return out;
}

TEST(Ticks, AStateHoldsWhatIsReadLater) {
  const Grounded given(telling + promised, test::fspec(3, 2, 0, {"a", "b"}));
  const Ticks ticks(given.universe);
  EXPECT_EQ(bits(given.universe, ticks.at(1)), std::vector<std::string>{});
  EXPECT_EQ(bits(given.universe, ticks.at(2)), std::vector<std::string>{"log(b,m)@2"});
  EXPECT_EQ(bits(given.universe, ticks.at(3)), std::vector<std::string>{"log(b,m)@3"});
  // The same fact holds because of the message and because b keeps it.
  ASSERT_EQ(ticks.at(2).ways.size(), 2U);
  EXPECT_EQ(ticks.at(2).ways[0].bit, ticks.at(2).ways[1].bit);
  EXPECT_TRUE(ticks.at(3).ways.empty());
}

TEST(Ticks, AFactIsKeptUntilItIsRead) {
  const Grounded given(telling + "pre(P) :- log(\"b\", P), log(\"b\", P)@2;\n",
                       test::fspec(4, 3, 0, {"a", "b"}));
  const Ticks ticks(given.universe);
  const auto at = [&](int tick) { return bits(given.universe, ticks.at(tick)); };
  EXPECT_EQ(std::ranges::count(at(2), "log(b,m)@2"), 1);
  EXPECT_EQ(std::ranges::count(at(3), "kept log(b,m)@2"), 1);
  EXPECT_EQ(std::ranges::count(at(4), "kept log(b,m)@2"), 1);
  EXPECT_EQ(at(5), std::vector<std::string>{});
}

TEST(Ticks, WhatIsLateCrossesOnItsLink) {
  FspecParameters fspec = test::fspec(4, 0, 0, {"a", "b"});
  fspec.delays.most = 2;
  const Grounded given(telling + "pre(P) :- log(\"a\", P), notin log(\"b\", P)@3;\n", fspec);
  const Ticks ticks(given.universe);
  std::vector<int> late;
  for (const Crossing& way : ticks.at(1).ways) {
    if (!way.link) continue;
    EXPECT_EQ(*way.link, (Link{NodeId(0), NodeId(1)}));
    late.push_back(way.late);
  }
  std::ranges::sort(late);
  EXPECT_EQ(late, (std::vector{0, 1}));
}

TEST(Ticks, RandomProgramsHaveTheirOrder) {
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    test::RandomProgram random = test::observing_program(seed);
    random.fspec = test::fspec(random.fspec.eot, random.fspec.eff, 1, random.fspec.nodes);
    if (!test::checked(random)) continue;
    SCOPED_TRACE(test::describe(random));
    const Grounded given(random);
    const ground::Universe& u = given.universe;
    const Ticks ticks(u);
    for (int t = 1; t <= u.fspec().eot(); ++t) {
      const Tick& tick = ticks.at(t);
      ASSERT_FALSE(tick.bits.empty());
      EXPECT_TRUE(std::ranges::is_sorted(tick.facts));
      for (const FactId f : tick.facts) {
        EXPECT_EQ(u.info(f).at.tick(), t);
        EXPECT_FALSE(u.certain(f));
      }
      for (const Crossing& way : tick.ways) {
        ASSERT_LT(way.bit, ticks.at(t + 1).bits.size());
        EXPECT_FALSE(ticks.within(way.instance));
        EXPECT_EQ(way.late, 0);
        if (way.bit == failed_bit) continue;
        EXPECT_EQ(ticks.at(t + 1).bits[way.bit].fact, u.instance(way.instance).head);
      }
      for (std::size_t b = first_fact_bit; b < tick.bits.size(); ++b) {
        const int at = u.info(tick.bits[b].fact).at.tick();
        EXPECT_TRUE(tick.bits[b].kept ? at < t : at == t);
      }
    }
    for (std::uint32_t f = 0; f < u.cone(); ++f) {
      EXPECT_TRUE(!ticks.timeless(FactId(f)) || u.info(FactId(f)).at.tick() == 0);
    }
  }
}

}  // namespace
}  // namespace ldfi::count
