#include "common/prove/forever/prove.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "common/base/work.hpp"
#include "test/unit/common/prove/forever/asked.hpp"

namespace ldfi::forever {
namespace {

/// a sends to b at each tick.
const std::string retry = R"(
log("a", "m")@1; next("a", "b")@1;
log(X, P)@next :- log(X, P);
next(X, Y)@next :- next(X, Y);
log(Y, P)@async :- log(X, P), next(X, Y);
pre(P) :- log("a", P);
post(P) :- log("b", P);
)";

TEST(Prove, WhatIsSentAgainArrivesAfterTheLastLoss) {
  Asked ask(retry);
  EXPECT_EQ(ask({1, 1}), "broken at 1");
  EXPECT_EQ(ask({1, 2}), "broken at 2");
  EXPECT_EQ(ask({2, 1}), "certified");
  EXPECT_GE(ask.last().invariant.size(), 1U);
}

TEST(Prove, ACrashMayComeAtTheEndOrBefore) {
  EXPECT_EQ(Asked(retry, 1)({2, 1}), "broken at 2");
  const std::string exempt = retry + "gone(X) :- crash(_, X, _);";
  std::string text = exempt;
  text.replace(text.find("pre(P) :- log(\"a\", P)"), 21,
               "pre(P) :- log(\"a\", P), notin gone(\"a\")");
  EXPECT_EQ(Asked(text, 1)({2, 1}), "certified");
}

/// A node that sees a crash sends, although nothing else in the rule names the node. The crashed node itself
/// sends nothing.
TEST(Prove, EveryObserverOfACrashRunsTheRule) {
  const std::string text = R"(
start("b")@1;
start(N)@next :- start(N);
note(M)@async :- crash(O, N, _), start(M), down("a");
kept(M)@next :- note(M);
kept(M)@next :- kept(M);
pre(M) :- kept(M); post("nobody") :- kept(_);
)";
  EXPECT_EQ(Asked(text, 1)({1, 1}), "broken at 3");
}

TEST(Prove, AHaltedNodeForgets) {
  const std::string keeps = R"(
log("a", "m")@1; log(X, P)@next :- log(X, P);
pre(P) :- always(_, P); post(P) :- log("a", P);
always("z", "m")@1; always(X, P)@next :- always(X, P);
)";
  EXPECT_EQ(Asked(keeps, 1)({1, 1}), "certified");
  EXPECT_EQ(Asked(keeps, 1, CrashModel::halt)({1, 1}), "broken at 2");
}

/// Returns a program in which a has something in memory or, with `stable`, on its disk.
std::string kept(const std::string& how) {
  return how + R"(
log("a", "m")@1; log(X, P)@next :- log(X, P); log(X, P)@next :- more(X, P);
more("b", "n")@1;
pre(P) :- always(_, P); post(P) :- log("a", P);
always("z", "m")@1; always(X, P)@next :- always(X, P);
)";
}

TEST(Prove, ARestartFindsWhatIsOnTheDisk) {
  const auto restarts = [](FspecParameters& p) {
    p.crash_model = CrashModel::stop;
    p.restarts = 1;
  };
  EXPECT_EQ(Asked(kept(""), restarts)({1, 1}), "broken at 2");
  EXPECT_EQ(Asked(kept("stable log;"), restarts)({1, 1}), "certified");
}

// Right before the node is down, what it writes is on its disk, and its messages are lost.
TEST(Prove, ANodeThatIsMuteWritesAndSendsNothing) {
  const std::string text = R"(
stable done; stable heard;
go("a", "b")@1;
done(N)@next :- go(N, M);
tell(M, N)@async :- go(N, M);
heard(M, N)@next :- tell(M, N);
pre(N) :- done(N); post(N) :- heard(_, N);
)";
  const auto of_a = [](bool crashes) {
    return [crashes](FspecParameters& p) {
      p.crash_model = CrashModel::stop;
      p.crashable = {"a"};
      p.limits.omissions = 0;
      (crashes ? p.crashes : p.restarts) = 1;
    };
  };
  EXPECT_EQ(Asked(text, of_a(false))({1, 3}), "broken at 3");
  EXPECT_EQ(Asked(text, of_a(true))({1, 3}), "broken at 3");
}

TEST(Prove, WhoIsPausedForgetsNothing) {
  const auto pauses = [](FspecParameters& p) {
    p.crash_model = CrashModel::stop;
    p.limits.most.of<Pause>() = 2;
  };
  EXPECT_EQ(Asked(kept(""), pauses)({1, 1}), "certified");
  EXPECT_EQ(Asked(retry, pauses)({1, 2}), "broken at 2");
  EXPECT_EQ(Asked(retry, pauses)({2, 2}), "certified");
}

TEST(Prove, APartitionEndsBeforeTheCalmTicks) {
  const auto partitions = [](FspecParameters& p) {
    p.limits.partitions = 1;
    p.limits.omissions = 0;
  };
  EXPECT_EQ(Asked(retry, partitions)({1, 2}), "broken at 2");
  EXPECT_EQ(Asked(retry, partitions)({2, 2}), "certified");
}

// One direction is cut at a tick, and the other one at the next tick.
TEST(Prove, BetweenTwoPartitionsThereIsATickWithout) {
  const std::string text = R"(
live("a", "b")@1; live("b", "a")@1; live(N, M)@next :- live(N, M);
m(M, N)@async :- live(N, M);
odd("x")@next :- m("a", "b"), notin m("b", "a");
bad("x") :- m("b", "a"), odd("x"), notin m("a", "b");
bad("x")@next :- bad("x");
on("x")@1; on("x")@next :- on("x");
pre("x") :- on("x"); post("x") :- on("x"), notin bad("x");
)";
  const auto partitions = [](FspecParameters& p) {
    p.limits.partitions = 2;
    p.limits.one_way = true;
    p.limits.omissions = 0;
  };
  const auto omissions = [](FspecParameters& p) { p.limits.omissions = 2; };
  EXPECT_EQ(Asked(text, partitions)({1, 1}), "certified");
  EXPECT_EQ(Asked(text, omissions)({1, 1}), "broken at 3");
}

TEST(Prove, OmissionsAndFaultsAreCountedOverTheWholeRun) {
  const auto omissions = [](int most) {
    return [most](FspecParameters& p) { p.limits.omissions = most; };
  };
  EXPECT_EQ(Asked(retry, omissions(1))({1, 3}), "certified");
  EXPECT_EQ(Asked(retry, omissions(2))({1, 3}), "broken at 3");
  EXPECT_EQ(Asked(retry, omissions(2))({1, 4}), "certified");
  EXPECT_EQ(Asked(retry, [](FspecParameters& p) { p.limits.faults = 1; })({1, 3}), "certified");
}

TEST(Prove, ACounterThatIsComparedWithConstantsSaturates) {
  const std::string text = R"(
age("a", 0)@1; age(X, T + 1)@next :- age(X, T);
pre("late") :- age("a", T), T > 5;
post("late") :- age("a", T), T > 8;
)";
  Asked ask(text);
  EXPECT_EQ(ask({1, 1}), "broken at 7");
  EXPECT_EQ(ask({1, 10}), "certified");
}

/// Two counters are joined where they are equal, which is only at tick 9.
TEST(Prove, AJoinedCounterDoesNotSaturate) {
  const std::string text = R"(
one("a", 0)@1; one(X, T + 2)@next :- one(X, T), T < 40;
two("a", 8)@1; two(X, T + 1)@next :- two(X, T), T < 40;
pre("met") :- one("a", T), two("a", T), T < 99; post("met") :- one("a", T), two("a", T), T > 90;
)";
  EXPECT_EQ(Asked(text)({1, 1}), "broken at 9");
  EXPECT_EQ(Asked(text)({1, 10}), "vacuous");
  std::string endless = text;
  for (const char* end : {", T < 40", ", T < 40", ", T < 99"}) {
    endless.erase(endless.find(end), 8);
  }
  EXPECT_TRUE(Asked(endless)({1, 1}).starts_with("column 2 of `"));
}

TEST(Prove, WhatIsGivenLaterComesWhenItIsGiven) {
  const std::string text = R"(
pre("x") :- go("a"); go("a")@4; post("x") :- old("a"); old("a")@next :- go("a");
)";
  EXPECT_EQ(Asked(text)({1, 1}), "broken at 4");
  EXPECT_EQ(Asked(text)({1, 5}), "vacuous");
}

/// Rules that read crashes also see later crashes.
TEST(Prove, ForeseesCrashes) {
  const std::string text = R"(
warned(X)@next :- seed(X), crash(_, X, _);
warned(X)@next :- warned(X);
seed("a")@1;
pre("x") :- warned("a"); post("x") :- gone("a"); gone(X) :- crash(_, X, _), some(X);
some("a")@1; some(X)@next :- some(X);
)";
  // Each node that a rule warned of has crashed at the end.
  EXPECT_EQ(Asked(text, 1)({1, 1}), "vacuous");
  std::string down = text;
  down.replace(down.find("gone(\"a\")"), 9, "down(\"a\")");
  EXPECT_EQ(Asked(down, 1)({1, 1}), "vacuous");
  std::string other = text;
  other.replace(other.find("post(\"x\") :- gone(\"a\")"), 22, "post(\"x\") :- seed(\"a\") ");
  EXPECT_EQ(Asked(other, 1)({1, 1}), "broken at 2");
}

TEST(Prove, WithoutAPreNothingMayBeMissing) {
  const std::string text = R"(
log("a", "m")@1; log(X, P)@next :- log(X, P); log("b", P)@async :- log("a", P);
post(P) :- log("b", P);
)";
  EXPECT_EQ(Asked(text)({1, 1}), "broken at 2");
  EXPECT_EQ(Asked(text)({2, 1}), "certified");
}

/// The second number of `n` goes down to zero, and a division by it fails.
TEST(Prove, SaysWhereArithmeticFails) {
  const std::string text = R"(
n("a", 3)@1; n(X, 2)@next :- n(X, 3); n(X, 0)@next :- n(X, 2);
pre(X) :- n(X, N), 6 / N > 5; post(X) :- pre(X);
)";
  EXPECT_EQ(Asked(text)({1, 1}), "failing at 3");
}

/// A message from or to a node that is down is not computed, so its arithmetic does not fail.
TEST(Prove, WhatDoesNotGetThroughDoesNotFail) {
  for (const char* who : {"down(X)", "down(Y)"}) {
    const std::string text = R"(
peer("a", "b")@1; peer("b", "a")@1; peer(X, Y)@next :- peer(X, Y);
n("a", 0)@1; n(X, V)@next :- n(X, V);
m(Y, 1 / V)@async :- n(X, V), peer(X, Y), )" +
                             std::string(who) + R"(;
pre(X) :- peer("b", X); post(X) :- pre(X); post(X) :- m(X, _), pre(X);
)";
    SCOPED_TRACE(who);
    const auto of = [&](int restarts) {
      return Asked(text, [=](FspecParameters& parameters) {
        parameters.crash_model = CrashModel::stop;
        parameters.crashes = 1;
        parameters.restarts = restarts;
      })({1, 1});
    };
    EXPECT_EQ(of(0), "certified");
    // The receiver may have restarted by then.
    EXPECT_EQ(of(1), who == std::string("down(Y)") ? "failing at 2" : "certified");
  }
}

/// A rule may read that a fact held at an earlier tick. Before that tick, the rule does not fire.
TEST(Prove, RemembersWhatHeld) {
  const std::string text = R"(
p("a")@1; q("a")@1; q(X)@next :- q(X); p("b")@3;
pre(X) :- p(X)@1, q(_); pre("late") :- q(X), notin p("b")@2; pre("met") :- q(X), p("b")@3;
post("a") :- q(X); post("late") :- q(X); post("met") :- q(X), old("x");
)";
  EXPECT_EQ(Asked(text)({1, 1}), "broken at 3");
  std::string without = text;
  without.replace(without.find("pre(\"met\")"), 10, "other(\"met\")");
  EXPECT_EQ(Asked(without)({1, 1}), "certified");
  without.replace(without.find("post(\"late\") :- q(X)"), 20, "post(\"late\") :- p(X)");
  EXPECT_EQ(Asked(without)({1, 1}), "broken at 2");
}

/// b repeats the numbers that a sends. a continues only when it receives its own number.
const std::string rounds = R"(
round("a", 1)@1; round(X, N)@next :- round(X, N), notin heard(X, N);
round(X, N + 1)@next :- round(X, N), heard(X, N), N < LAST;
said("b", N)@async :- round("a", N);
heard("a", N)@async :- said("b", N);
pre(N) :- round("a", N), said("b", N); post(N) :- pre(N);
)";

TEST(Prove, ACapIsHarmlessOrACondition) {
  std::string bounded = rounds;
  bounded.replace(bounded.find("LAST"), 4, "3");
  EXPECT_EQ(Asked(bounded)({1, 1}), "certified");
  std::string endless = rounds;
  endless.replace(endless.find(", N < LAST"), 10, "");
  EXPECT_TRUE(Asked(endless)({1, 1}).starts_with("column 2 of `"));
  EXPECT_EQ(Asked(endless)({1, 1}, 3), "conditional");
  std::string needless = rounds;
  needless.replace(needless.find("N < LAST"), 8, "one(X)  ");
  needless += "one(\"a\")@1;";
  EXPECT_EQ(Asked(needless)({1, 1}, 3), "certified");
}

// Counting counts leads to new numbers without end.
TEST(Prove, RefusesCountsThatAreCountedAgain) {
  const std::string text = R"(
p("a", 1000000)@1; p(N, X)@next :- p(N, X); p(N, C)@next :- c(N, C);
c(N, count<X>) :- p(N, X);
pre(N) :- p(N, _); post(N) :- c(N, _);
)";
  // The limit is lower in this test, to take less time.
  EXPECT_EQ(SystemLimits{}.max_counted_members, 1000U);
  EXPECT_EQ(Asked(text)({1, 1}), "a group of more than 100 possible members is not covered");
}

TEST(Prove, RefusesWhatItDoesNotCover) {
  EXPECT_EQ(Asked("p(\"a\")@1; pre(X) :- p(X), crash(_, X, T), T > 2; post(X) :- p(X);", 1)({1, 1}),
            "a rule that reads when a node crashed is not covered");
}

/// At tick 2, arithmetic fails unless b has received a message of a.
const std::string divides = R"(
beat("a")@1; beat(N)@next :- beat(N);
peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
m(M)@async :- beat(N), peer(N, M);
zero("b", 0)@2;
r(N, 4 / Z) :- zero(N, Z), notin m(N);
pre(N) :- peer(_, N);
)";

TEST(Prove, AnErrorHidesNoCounterexample) {
  Asked ask(divides + "post(N) :- m(N);");
  EXPECT_EQ(ask({1, 2}), "broken at 3");
  EXPECT_EQ(ask.last().failing, 2);
  EXPECT_EQ(ask({1, 1}), "broken at 1");  // at tick 1, where nothing has failed yet
  EXPECT_EQ(ask.last().failing, 0);
  Asked other(divides + "post(N) :- peer(_, N);");
  EXPECT_EQ(other({1, 1}), "failing at 2");
}

TEST(Prove, FromWhenOnAPromiseIsKeptWithoutFaults) {
  const auto from = [](const std::string& post) {
    Asked ask(
        "p(\"a\", 1)@1; p(X, N + 1)@next :- p(X, N), N < 5; p(X, 5)@next :- p(X, 5);"
        "pre(X) :- p(X, _);" +
        post);
    return ask.kept_from({1, 1});
  };
  EXPECT_EQ(from("post(X) :- p(X, _);"), 1);
  EXPECT_EQ(from("post(X) :- p(X, N), N > 3;"), 4);
  EXPECT_EQ(from("post(X) :- p(X, N), N < 5;"), 0);
}

/// Nothing is proved about numbers beyond the cap.
TEST(Prove, WhatLeavesTheCapIsNotKept) {
  Asked ask(
      "p(\"a\", 1)@1; p(X, N + 1)@next :- p(X, N), notin q(X, N); q(X, N) :- p(X, N), N < 0;"
      "pre(X) :- p(X, _); post(X) :- p(X, 1);");
  EXPECT_EQ(ask.kept_from({1, 1}, 2), 0);
}

/// After the proof of the claim, it must also be proved that no number exceeds the cap.
TEST(Prove, ABoundOnTheWorkIsNoAnswer) {
  const std::string text = R"(
cmd("a", "x")@1; cmd("a", "y")@3;
copy("a", "b")@1; copy(N, M)@next :- copy(N, M);
end(N, max<I>) :- log(N, I, _);
log("a", 0, "start")@1;
log(N, I + 1, C)@next :- cmd(N, C), end(N, I);
log(N, I, C)@next :- log(N, I, C);
log(M, I, C)@async :- log(N, I, C), copy(N, M);
pre(I, C) :- log("a", I, C);
post(I, C) :- log("b", I, C);
)";
  Asked ask(text);
  const auto within = [&ask](std::uint64_t units) -> std::string {
    const WorkBound bound(units);
    try {
      return ask({5, 5}, 2);
    } catch (const BudgetExceeded& e) {
      return e.budget();
    }
  };
  std::uint64_t units = 0;
  std::string answer = within(units);
  for (; answer == "work" && units < 100'000; answer = within(++units)) {
  }
  EXPECT_EQ(answer, "certified");
  EXPECT_GT(units, 0U);
  EXPECT_EQ(within(units - 1), "work") << "the bound is reached at the same place each time";
}

}  // namespace
}  // namespace ldfi::forever
