#include "common/prove/forever/fault_wires.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/prove/forever/asked.hpp"

namespace ldfi::forever {
namespace {

/// b notes the ticks at which it has the message that a sent at tick 1, and whether the message of tick 3 is
/// late.
const std::string noticing = R"(
m("a", 1)@1; m("a", 2)@3;
got(Y, K)@async :- m("a", K), peer("a", Y);
peer("a", "b")@1; peer(X, Y)@next :- peer(X, Y);
first(X) :- got(X, 1), tick(3); first(X)@next :- first(X);
again(X) :- got(X, 1), tick(4); again(X)@next :- again(X);
other(X) :- got(X, 2), tick(6); other(X)@next :- other(X);
early(X) :- got(X, 1), tick(2); early(X)@next :- early(X);
tick(2)@2; tick(3)@3; tick(4)@4; tick(6)@6;
gone(X) :- down("a")@2, got(X, 2);
)";

std::string late(const std::string& bad, const std::function<void(FspecParameters&)>& change) {
  return Asked(noticing + "pre(X) :- " + bad + "; post(X) :- gone(X), m(X, 9);", change)({1, 1});
}

/// A message that is late by k ticks uses k of the allowed ticks.
TEST(FaultWires, AllDelaysTogetherTakeNoMoreTicksThanTheyMay) {
  const auto of = [](int ticks) {
    return late("again(X), other(X), notin first(X), notin early(X)",
                [=](FspecParameters& p) { p.delays = {.most = 2, .budget = ticks}; });
  };
  EXPECT_EQ(of(3), "vacuous");
  EXPECT_EQ(of(4), "broken at 6");
}

TEST(FaultWires, NoMoreMessagesArriveTwiceThanMay) {
  const auto of = [](int most) {
    return late("early(X), first(X), other(X)",
                [=](FspecParameters& p) { p.delays = {.duplicates = most, .within = 2}; });
  };
  EXPECT_EQ(of(1), "vacuous");
  EXPECT_EQ(of(2), "broken at 6");
}

/// So the message is not there only at ticks 3 and 4, if the second arrival is late by at most one tick.
TEST(FaultWires, ASecondArrivalComesAfterTheFirst) {
  const auto of = [](int within) {
    return late("first(X), again(X), notin early(X)", [=](FspecParameters& p) {
      p.delays = {.most = 2, .duplicates = 1, .within = within};
    });
  };
  EXPECT_EQ(of(1), "vacuous");
  EXPECT_EQ(of(2), "broken at 4");
}

TEST(FaultWires, WhoHasCrashedSendsNothingLate) {
  const auto of = [](const char* bad) {
    return late(bad, [](FspecParameters& p) {
      p.crashes = 1;
      p.delays = {.most = 2};
    });
  };
  EXPECT_EQ(of("gone(X)"), "vacuous");
  EXPECT_EQ(of("other(X)"), "broken at 6");
}

/// Faults of the two relations on the disks of a.
std::string stored(const std::string& bad, int writes, int dead, int restarts = 0) {
  const std::string text = R"(
stable log; stable other;
log("a", "m")@1; log(X, P)@next :- log(X, P);
other("a", "n")@1; other(X, P)@next :- other(X, P);
on("a")@1; on("b")@1; on(X)@next :- on(X); tick(1)@1; tick(2)@2; tick(3)@3;
sees("log", "other")@9;
pre(X) :- on(X), )" + bad + R"(; post("never") :- log("b", P), other("b", P), sees(P, _);
)";
  return Asked(text, [=](FspecParameters& p) {
    p.crash_model = CrashModel::stop;
    p.restarts = restarts;
    p.disk.write = writes;
    p.disk.dead = dead;
    p.disk.relations = {"log", "other"};
  })({1, 1});
}

TEST(FaultWires, AnErrorTellsOfTheTickBefore) {
  EXPECT_EQ(stored("ioerror(X, \"log\"), tick(1)", 1, 1), "vacuous");
  EXPECT_EQ(stored("ioerror(X, \"log\"), tick(2)", 1, 0), "broken at 2");
  EXPECT_EQ(stored("ioerror(X, \"log\"), tick(2)", 0, 1), "broken at 2");
}

TEST(FaultWires, NoWriteFailsWhereANodeIsDown) {
  EXPECT_EQ(stored("ioerror(X, \"log\"), down(X)@1, tick(2)", 1, 0, 1), "vacuous");
  EXPECT_EQ(stored("ioerror(X, \"log\"), down(X)@2, tick(3)", 1, 0, 1), "vacuous");
}

TEST(FaultWires, NoMoreDisksDieThanMay) {
  const char* both = "ioerror(X, \"log\"), ioerror(X, \"other\")";
  EXPECT_EQ(stored(both, 0, 1), "vacuous");
  EXPECT_EQ(stored(both, 0, 2), "broken at 2");
}

TEST(FaultWires, WhatIsGivenDiesWithItsDisk) {
  EXPECT_EQ(stored("notin log(\"a\", \"m\")", 1, 0), "vacuous");
  EXPECT_EQ(stored("notin log(\"a\", \"m\")", 0, 1), "broken at 2");
}

}  // namespace
}  // namespace ldfi::forever
