#include "common/prove/certificate/step_faults.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "test/support/repeated_step.hpp"

namespace ldfi::certificate {
namespace {

/// Returns the first EOT up to 8 at which a promise is violated, or 0.
int wrong_at(const std::string& text, const std::function<void(Limits&, Always&)>& change) {
  Program program = parse({{"p.ded", text}}, {});
  Limits limits;
  limits.nodes = {"a", "b"};
  limits.stop = true;
  limits.losses = 0;
  Always claim;
  claim.calm = 1;
  change(limits, claim);
  const Known nothing = [](const std::string&) { return std::nullopt; };
  const Transition step = transition(program, limits, claim, nothing);
  test::Repeated repeated(step);
  for (int eot = 1; eot <= 8; ++eot, repeated.advance())
    if (repeated.wrong()) return eot;
  return 0;
}

std::function<void(Limits&, Always&)> restarts(const std::set<std::string>& stayers = {}) {
  return [stayers](Limits& limits, Always&) {
    limits.restarts = 1;
    limits.stayers = stayers;
  };
}

/// Lets a be down at the next tick, but still work at this one.
TEST(StepFaults, ANodeThatIsMuteWritesAndSendsNothing) {
  const std::string text = R"(
stable done; stable heard;
go("a", "b")@1;
done(N)@next :- go(N, M);
tell(M, N)@async :- go(N, M);
heard(M, N)@next :- tell(M, N);
pre(N) :- done(N); post(N) :- heard(_, N);
)";
  EXPECT_EQ(wrong_at(text, [](Limits&, Always& claim) { claim.from = 3; }), 0);
  const auto once = [](bool good) {
    return [good](Limits& limits, Always& claim) {
      claim.from = 3;
      limits.survivors = limits.stayers = {"b"};
      (good ? limits.crashes : limits.restarts) = 1;
    };
  };
  EXPECT_EQ(wrong_at(text, once(true)), 3);
  EXPECT_EQ(wrong_at(text, once(false)), 3);
}

/// This also holds if no rule copies the whole relation.
TEST(StepFaults, ADiskKeepsWhatItHas) {
  const std::string text = R"(
runs("a")@1; runs(X)@next :- runs(X);
log("a", "m")@1; log(X, P)@next :- log(X, P), runs(X);
pre("m") :- runs("a"); post(P) :- log("a", P);
)";
  EXPECT_EQ(wrong_at("stable log; stable runs;" + text, restarts()), 0);
  EXPECT_EQ(wrong_at("stable runs;" + text, restarts()), 2);
  EXPECT_EQ(wrong_at("stable runs;" + text, restarts({"a"})), 0);
}

TEST(StepFaults, WhoIsPausedForgetsNothing) {
  const std::string text = R"(
log("a", "m")@1; log(X, P)@next :- log(X, P), runs(X);
runs("a")@1; runs(X)@next :- runs(X);
pre("m") :- runs("a"); post(P) :- log("a", P);
)";
  const auto pauses = [](Limits& limits, Always&) { limits.pauses = 2; };
  EXPECT_EQ(wrong_at(text, pauses), 0);
}

/// Partitions of the two directions follow each other without a tick between them, which would lose the
/// messages of three ticks.
const std::string three = R"(
m("a", "b", 1)@1; m("b", "a", 2)@2; m("a", "b", 3)@3;
got(Y, K)@async :- m(X, Y, K); got(Y, K)@next :- got(Y, K);
on("a")@4; on(X)@next :- on(X);
pre("x") :- on(_), notin got(_, 1), notin got(_, 2), notin got(_, K);
post("never") :- on("b");
)";

TEST(StepFaults, BetweenTwoPartitionsThereIsATickWithout) {
  const auto partitions = [](std::vector<std::string> cuts, int most) {
    return [=](Limits& limits, Always&) {
      limits.partitions = most;
      limits.cuts = cuts;
    };
  };
  EXPECT_EQ(wrong_at(three, partitions({"a>b", "b>a"}, 3)), 0);
  EXPECT_EQ(wrong_at(three, partitions({"a>b", "b>a", "a"}, 3)), 4);
  const std::string two = R"(
m("a", "b", 1)@1; m("b", "a", 2)@1;
got(Y, K)@async :- m(X, Y, K); got(Y, K)@next :- got(Y, K);
on("a")@2; on(X)@next :- on(X);
pre("x") :- on(_), notin got(_, _); post("never") :- on("b");
)";
  EXPECT_EQ(wrong_at(two, partitions({"a>b", "b>a"}, 2)), 0);
  EXPECT_EQ(wrong_at(two, partitions({"a"}, 1)), 2);
}

TEST(StepFaults, BetweenTwoFaultsANodeRunsForATick) {
  const auto bad = [](const std::string& when) {
    return "on(\"a\")@1; on(X)@next :- on(X); two(\"a\")@2; three(\"a\")@3;\n"
           "pre(X) :- on(X), " +
           when + "; post(\"never\") :- on(\"b\");";
  };
  const auto faults = [](Limits& limits, Always&) { limits.crashes = limits.pauses = 1; };
  EXPECT_EQ(wrong_at(bad("two(X), down(X), paused(X)@1"), faults), 0);
  EXPECT_EQ(wrong_at(bad("three(X), down(X), paused(X)@1"), faults), 3);
}

/// Faults of the two relations on the disks of a.
TEST(StepFaults, DisksFail) {
  const auto bad = [](const std::string& when, int writes, int dead, int restarts) {
    const std::string text = R"(
stable log; stable other;
log("a", "m")@1; log(X, P)@next :- log(X, P);
other("a", "n")@1; other(X, P)@next :- other(X, P), on(X);
on("a")@1; on("b")@1; on(X)@next :- on(X); one("a")@1; two("a")@2; three("a")@3;
pre(X) :- on(X), )" + when + R"(; post("never") :- log("b", P), other("b", P);
)";
    return wrong_at(text, [=](Limits& limits, Always&) {
      limits.disks = {{"a", "log"}, {"a", "other"}};
      limits.failed_writes = writes;
      limits.dead_disks = dead;
      limits.restarts = restarts;
    });
  };
  EXPECT_EQ(bad("ioerror(X, \"log\"), one(X)", 1, 1, 0), 0);
  EXPECT_EQ(bad("ioerror(X, \"log\"), two(X)", 1, 0, 0), 2);
  EXPECT_EQ(bad("ioerror(X, \"log\"), two(X)", 0, 1, 0), 2);
  EXPECT_EQ(bad("ioerror(X, \"log\"), three(X), down(X)@2", 1, 0, 1), 0);
  EXPECT_EQ(bad("ioerror(X, \"log\"), ioerror(X, \"other\")", 0, 1, 0), 0);
  EXPECT_EQ(bad("ioerror(X, \"log\"), ioerror(X, \"other\")", 0, 2, 0), 2);
  EXPECT_EQ(bad("ioerror(X, \"log\"), ioerror(X, \"other\")", 1, 0, 0), 0);
  EXPECT_EQ(bad("notin log(\"a\", \"m\")", 1, 0, 1), 0);
  EXPECT_EQ(bad("notin log(\"a\", \"m\")", 0, 1, 0), 2);
  EXPECT_EQ(bad("log(\"a\", \"m\"), ioerror(X, \"log\"), two(X)", 0, 1, 1), 0);
  EXPECT_EQ(bad("notin other(\"a\", \"n\")", 2, 0, 1), 0);
  EXPECT_EQ(bad("notin other(\"a\", \"n\")", 0, 1, 0), 2);
}

TEST(StepFaults, WhatIsLateArrivesSoManyTicksLater) {
  const auto at = [](int tick) {
    const std::string text = "m(\"a\")@1; got(\"b\")@async :- m(\"a\"); now(\"b\")@" +
                             std::to_string(tick) +
                             ";\npre(X) :- got(X), now(X); post(\"never\") :- now(\"a\");";
    return wrong_at(text, [](Limits& limits, Always&) {
      limits.stop = false;
      limits.late = 2;
    });
  };
  EXPECT_EQ(at(2), 2);
  EXPECT_EQ(at(3), 3);
  EXPECT_EQ(at(4), 4);
  EXPECT_EQ(at(5), 0);
}

/// The partition cuts both directions at once, so it does not lose only the messages to b.
TEST(StepFaults, WhatIsCutOffIsNotLate) {
  const std::string text = R"(
m("a", "b")@1; m("b", "a")@1;
got(Y)@async :- m(X, Y); got(Y)@next :- got(Y);
four("a")@4;
pre("x") :- four(_), got("b"), notin got("a"); post("never") :- four("b");
)";
  const auto cut = [](bool both) {
    return [both](Limits& limits, Always&) {
      limits.stop = false;
      limits.late = limits.partitions = 1;
      limits.cuts = {both ? "a" : "b>a"};
    };
  };
  EXPECT_EQ(wrong_at(text, cut(true)), 0);
  EXPECT_EQ(wrong_at(text, cut(false)), 4);
}

TEST(StepFaults, AtTheCalmTicksEverythingIsOver) {
  const std::string text = R"(
log("a", "m")@1; log(X, P)@next :- log(X, P);
log("b", P)@async :- log("a", P);
stable log;
pre(P) :- log("a", P); post(P) :- log("b", P);
)";
  const auto passing = [](int calm) {
    return [calm](Limits& limits, Always& claim) {
      claim.calm = calm;
      claim.from = 2;
      limits.restarts = limits.pauses = limits.partitions = 1;
      limits.cuts = {"a"};
    };
  };
  EXPECT_EQ(wrong_at(text, passing(1)), 2);
  EXPECT_EQ(wrong_at(text, passing(2)), 0);
}

TEST(StepFaults, FaultsAreCountedOverTheWholeRun) {
  const std::string text = R"(
log("a", "m")@1; log(X, P)@next :- log(X, P);
log("b", P)@async :- log("a", P); log("b", P)@next :- log("b", P);
pre(P) :- log("a", P); post(P) :- log("b", P);
)";
  const auto most = [](std::optional<int> losses, std::optional<int> faults, int from) {
    return [=](Limits& limits, Always& claim) {
      limits.stop = false;
      limits.losses = losses;
      limits.faults = faults;
      claim.from = from;
    };
  };
  EXPECT_EQ(wrong_at(text, most(2, {}, 4)), 0);
  EXPECT_EQ(wrong_at(text, most(2, {}, 3)), 3);
  EXPECT_EQ(wrong_at(text, most({}, 2, 4)), 0);
  EXPECT_EQ(wrong_at(text, most(5, 2, 3)), 3);
}

}  // namespace
}  // namespace ldfi::certificate
