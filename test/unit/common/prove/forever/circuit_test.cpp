#include "common/prove/forever/circuit.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/prove/forever/asked.hpp"

namespace ldfi::forever {
namespace {

/// a sends a message to b at ticks 1, 3, 5, …, and b keeps each for one tick.
const std::string beats = R"(
even("a", 0)@1;
even(N, 1)@next :- even(N, 0);
even(N, 0)@next :- even(N, 1);
peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
beat(M)@async :- even(N, 0), peer(N, M);
)";

std::string asked(
    const std::string& specification, const Claim& claim,
    const std::function<void(FspecParameters&)>& change = [](FspecParameters&) {}) {
  return Asked(beats, specification, change)(claim);
}

void lossless(FspecParameters& p) {
  p.limits.omissions = 0;
}

TEST(Circuit, AlwaysIsEveryTickUpToEot) {
  // Messages arrive at ticks 2, 4, 6, and no message is there at tick 1.
  const std::string silence = "silence(N) :- even(_, 1), peer(_, N), notin beat(N);";
  EXPECT_EQ(asked("spec silence critical always;" + silence, {1, 1}, lossless), "certified");
  EXPECT_EQ(asked("spec silence critical always;" + silence, {1, 1}), "broken at 2");
  // With three calm ticks, the loss at tick 1 is noticed at 2, and the execution continues until the calm
  // ticks are over.
  EXPECT_EQ(asked("spec silence critical always;" + silence, {3, 1}), "broken at 4");
}

TEST(Circuit, FinallyIsEotAlone) {
  const std::string silence = "silence(N) :- even(_, 1), peer(_, N), notin beat(N);";
  EXPECT_EQ(asked("spec silence critical finally;" + silence, {1, 1}), "broken at 2");
  EXPECT_EQ(asked("spec silence critical finally;" + silence, {2, 1}), "certified");
}

TEST(Circuit, AfterIsEveryTickBeyond) {
  const std::string early =
      "early(N) :- even(N, 0), notin later(N, _);"
      "later(N, X)@next :- even(N, X); later(N, X)@next :- later(N, X);";
  EXPECT_EQ(asked("spec early critical always;" + early, {1, 1}), "broken at 1");
  EXPECT_EQ(asked("spec early critical after 1;" + early, {1, 1}), "certified");
  const std::string odd = "odd(N) :- even(N, 1);";
  EXPECT_EQ(asked("spec odd critical after 1;" + odd, {1, 1}), "broken at 2");
  EXPECT_EQ(asked("spec odd critical after 2;" + odd, {1, 1}), "broken at 4");
  EXPECT_EQ(asked("spec odd critical after 2;" + odd, {1, 7}), "broken at 7");
}

TEST(Circuit, TheInvariantIsOneOfThem) {
  const std::string text = beats + "pre(N) :- peer(N, _); post(\"nobody\") :- peer(_, _);";
  Asked ask(text + "never(N) :- even(N, 7);", "spec fine critical always; fine(N) :- even(N, 7);",
            lossless);
  EXPECT_EQ(ask({1, 1}), "broken at 1");
}

TEST(Circuit, WhatIsSentArrivesOrIsLost) {
  const std::string deaf = "spec deaf critical always; deaf(N) :- lost.beat(_, N);";
  EXPECT_EQ(asked(deaf, {1, 1}, lossless), "certified");
  EXPECT_EQ(asked(deaf, {1, 1}), "broken at 2");
  const std::string both =
      "spec both critical always; both(N) :- lost.beat(M, N), delivered.beat(M, N);";
  EXPECT_EQ(asked(both, {1, 1}), "certified");
  const std::string mute =
      "spec mute critical always; mute(N) :- even(N, 0), notin sent.beat(N, _);";
  EXPECT_EQ(asked(mute, {1, 1}), "certified");
  const auto crashes = [](FspecParameters& p) { p.crashes = 1; };
  EXPECT_EQ(asked(mute, {1, 1}, crashes), "broken at 1");
}

TEST(Circuit, AWriteThatFailsWritesNothing) {
  const std::string log = R"(
stable log;
go("a", 1)@1; go(N, X)@next :- go(N, X);
log(N, X)@next :- go(N, X);
)";
  const std::string lazy =
      "spec lazy critical after 1; lazy(N) :- go(N, X), notin wrote.log(N, X);";
  const auto disk = [](int writes) {
    return [writes](FspecParameters& p) {
      p.crash_model = CrashModel::stop;
      p.disk.write = writes;
      p.disk.relations = {"log"};
    };
  };
  EXPECT_EQ(Asked(log, lazy, disk(0))({1, 1}), "certified");
  EXPECT_EQ(Asked(log, lazy, disk(1))({1, 1}), "broken at 2");
}

/// A specification may read at any tick whether an event happens at some later tick.
TEST(Circuit, WhoWillCrashIsForeseenUntilTheEnd) {
  const std::string doomed =
      "spec doomed critical always; doomed(N) :- crash(_, N, _), even(N, 0);";
  const auto crashes = [](FspecParameters& p) { p.crashes = 1; };
  EXPECT_EQ(asked(doomed, {1, 1}, crashes), "broken at 1");
  EXPECT_EQ(asked(doomed, {1, 1}), "certified");
  const std::string late =
      "spec late critical after 2; late(N) :- crash(_, N, _), even(N, 0), notin down(N);";
  EXPECT_EQ(asked(late, {1, 1}, crashes), "broken at 4");
}

TEST(Circuit, NumbersOfSpecificationsSaturate) {
  const std::string old = R"(spec old critical always;
age(N, 0)@next :- even(N, 0), notin age(N, _);
age(N, A + 1)@next :- age(N, A);
old(N, A) :- age(N, A), A > 4;
)";
  EXPECT_EQ(asked(old, {1, 1}), "broken at 7");
  const std::string none =
      "spec none critical always;" + old.substr(old.find('\n')) + "none(N) :- old(N, A), A < 4;";
  EXPECT_EQ(asked(none, {1, 1}), "certified");
}

}  // namespace
}  // namespace ldfi::forever
