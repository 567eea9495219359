#include "common/dedalus/language/possible_ticks.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

constexpr int ever = std::numeric_limits<int>::max();

struct Ticks {
  explicit Ticks(const std::string& text) : program(check(text)), ticks(program) {}
  [[nodiscard]] std::string text(const std::string& relation) const {
    return ticks.text(program.find(relation).value());
  }
  [[nodiscard]] bool holds(const std::string& relation, int tick) const {
    return ticks.holds(program.find(relation).value(), tick);
  }
  Program program;
  PossibleTicks ticks;
};

TEST(PossibleTicks, FollowFactsAndRules) {
  const Ticks t(R"(
    given("a")@1; given("a")@3; kept("a")@2; kept(N)@next :- kept(N);
    sent(N)@async :- given(N); same(N) :- sent(N), notin kept(N); back(N) :- kept(N)@2, given(N);
    none(N) :- given(N), same(N); three(N)@next :- run(N); run("a")@2; run("a")@3; run("a")@4;)");
  EXPECT_EQ(t.text("given"), "at ticks 1, 3 only");
  EXPECT_EQ(t.text("kept"), "from tick 2 on");
  EXPECT_EQ(t.text("sent"), "at ticks 2, 4 only");
  EXPECT_EQ(t.text("same"), "at ticks 2, 4 only");
  EXPECT_EQ(t.text("back"), "at tick 3 only");
  EXPECT_EQ(t.text("none"), "at no tick");
  EXPECT_EQ(t.text("three"), "at ticks 3 to 5 only");
  EXPECT_TRUE(t.holds("kept", ever));
  EXPECT_FALSE(t.holds("sent", ever));
}

TEST(PossibleTicks, GoRoundWithinATick) {
  const Ticks t(R"(up(N) :- down(N); down(N) :- up(N); down(N) :- first(N); first("a")@2;)");
  EXPECT_EQ(t.text("up"), "at tick 2 only");
  EXPECT_EQ(t.text("down"), "at tick 2 only");
}

TEST(PossibleTicks, HoldACrashAlways) {
  const Ticks t(R"(n("a")@1; n(N)@next :- n(N); dead(N) :- crash(N, N, _), n(N);)");
  EXPECT_EQ(t.text("crash"), "at every tick");
  EXPECT_EQ(t.text("dead"), "at every tick");
}

TEST(PossibleTicks, TakeAnythingToHoldWhereTheyEnd) {
  const Ticks turns(R"(tick("a")@1; tock(N)@next :- tick(N); tick(N)@next :- tock(N);)");
  EXPECT_FALSE(turns.holds("tock", 3));
  EXPECT_TRUE(turns.holds("tock", ever));
  EXPECT_EQ(turns.text("tock"), "at some ticks from 2 on");
  const Ticks far(R"(late("a")@2000000000; once("a")@1; never(N) :- late(N), once(N);)");
  EXPECT_TRUE(far.holds("late", 2000000000));
  EXPECT_TRUE(far.holds("once", ever));
}

}  // namespace
}  // namespace ldfi::dedalus
