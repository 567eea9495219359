#include "common/prove/count/count.hpp"

#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/common/prove/count/support.hpp"

namespace ldfi::count {
namespace {

Counts count(const std::string& text, const FspecParameters& fspec) {
  return count_fault_sets(Grounded(text, fspec).universe, {});
}

/// Returns the numbers of violating, vacuous, passing and failing fault sets. Fault sets with overtaking
/// messages are not counted.
std::vector<int> numbers(const Counts& counts) {
  std::vector<int> out;
  for (const BigInt& n : {counts.violating, counts.vacuous, counts.passing, counts.failing}) {
    out.push_back(static_cast<int>(n));
  }
  return out;
}

const FspecParameters lossy = test::fspec(3, 2, 0, {"a", "b"});
/// 16 sets without a crash; 4, 8 and 16 if a crashes at 1, 2 or 3; the same numbers for b.
const FspecParameters crashing = test::fspec(3, 2, 1, {"a", "b"});

TEST(Count, LossesAlone) {
  // Both messages must be lost. Possible losses from b to a double the number twice.
  EXPECT_EQ(numbers(count(telling + promised, lossy)), (std::vector{4, 0, 12, 0}));
}

TEST(Count, CrashesLoseAndMakeOmissionsRedundant) {
  EXPECT_EQ(numbers(count(telling + promised, crashing)),
            (std::vector{4 + (4 + 4 + 4) + (1 + 2 + 4), 0, 72 - 23, 0}));
}

TEST(Count, CrashesThatRulesSee) {
  EXPECT_EQ(numbers(count(telling + promised_by_the_living, crashing)),
            (std::vector{4 + (1 + 2 + 4), 4 + 8 + 16, 72 - 11 - 28, 0}));
}

TEST(Count, ExecutionsThatFail) {
  const std::string adds =
      "n(\"b\", 1)@1; n(X, N)@next :- n(X, N);\n"
      "c(X, 9223372036854775807 + N) :- n(X, N), crash(_, \"b\", _);\n";
  EXPECT_EQ(numbers(count(telling + promised + adds, crashing)),
            (std::vector{4 + (4 + 4 + 4), 0, 72 - 16 - 28, 28}));
}

/// b gets one message, at tick 1, and no message is lost.
const std::string telling_once = R"(
log("a", "m")@1;
log(X, P)@next :- log(X, P);
log("b", P)@async :- log("a", P), first("a");
first("a")@1;
post(P) :- log("b", P), log("b", P)@3;
)";

FspecParameters late(int eot, int most) {
  FspecParameters out = test::fspec(eot, 0, 0, {"a", "b"});
  out.delays.most = most;
  return out;
}

TEST(Count, LateMessages) {
  // At tick 1, a message is in time or late by one or two ticks. At tick 2, it is in time or late by one
  // tick. The same for messages of b.
  EXPECT_EQ(numbers(count(telling_once + promised, late(4, 2))),
            (std::vector{1 * 2 * 6, 0, 2 * 2 * 6, 0}));
  FspecParameters few = late(4, 2);
  few.delays.count = 1;  // one of the four messages is late, by as many ticks as possible
  EXPECT_EQ(numbers(count(telling_once + promised, few)), (std::vector{1, 0, 1 + 1 + 1 + 3, 0}));
  few.delays.budget = 1;
  EXPECT_EQ(numbers(count(telling_once + promised, few)), (std::vector{0, 0, 1 + 4, 0}));
  few.delays.budget = 2;
  few.limits.faults = 0;
  EXPECT_EQ(numbers(count(telling_once + promised, few)), (std::vector{0, 0, 1, 0}));
}

TEST(Count, RelationsThatAreLateByThemselves) {
  // ask is never sent, but may be late: three possibilities at tick 1, and two at tick 2.
  FspecParameters alone = late(4, 2);
  alone.delays.by_relation = true;
  alone.delays.relations = {"ask", "log"};
  EXPECT_EQ(numbers(count(telling_once + promised, alone)),
            (std::vector{1 * 3 * 4 * 36, 0, 2 * 3 * 4 * 36, 0}));
  alone.eff = 1;  // at tick 1, both are lost together, which is one more fault set
  EXPECT_EQ(numbers(count(telling_once + promised, alone)),
            (std::vector{(3 + 1) * 4 * 40, 0, 2 * 3 * 4 * 40, 0}));
  // No message is late, or one of 4 + 2 for each channel, of which a loss at tick 1 excludes four.
  alone.delays.count = 1;
  EXPECT_EQ(numbers(count(telling_once + promised, alone)),
            (std::vector{(1 + 8) + (1 + 4) + 1 + 1, 0, (1 + 12 - 1) + (1 + 8 - 1), 0}));
}

TEST(Count, MessagesToOneselfThatAreLate) {
  const std::string timer =
      "log(\"a\", \"m\")@1; log(X, P)@next :- log(X, P);\n"
      "set(\"a\")@1; rung(X)@async :- set(X); rung(X)@next :- rung(X);\n"
      "post(P) :- log(\"a\", P), rung(\"a\")@3;\n";
  FspecParameters self = test::fspec(4, 3, 1, {"a"});
  self.delays.most = 2;
  self.delays.self = true;
  // Three possibilities at tick 1, of which a delay of two ticks is too late, and two at tick 2. A crashed
  // node still sends to itself.
  EXPECT_EQ(numbers(count(timer + promised, self)),
            (std::vector{1 * 2 * (1 + 4), 0, 2 * 2 * (1 + 4), 0}));
}

TEST(Count, MessagesThatComeTwice) {
  FspecParameters twice = late(4, 0);
  twice.delays.duplicates = 1;
  twice.delays.within = 2;
  EXPECT_EQ(numbers(count(telling_once + promised, twice)), (std::vector{0, 0, 1 + 3 + 3, 0}));
  twice.delays.most = 2;
  // A message that is late by two ticks cannot also be duplicated, because the second arrival would be later
  // still. So this is a delay at tick 1 and, for the other messages, no duplicate or one.
  EXPECT_EQ(numbers(count(telling_once + promised, twice)),
            (std::vector{2 * 3 * 2 + (1 * 3 * 2 + 2 * 3 * 2 + 2 * 3 * 1), 0, 108, 0}));
}

TEST(Count, MessagesThatOvertake) {
  FspecParameters fifo = late(4, 2);
  fifo.delays.fifo = true;
  // a sends to b at ticks 1, 2 and 3, and b sends nothing. A message that is late by two ticks is overtaken
  // by one that is in time.
  const Counts counts = count(telling + promised, fifo);
  EXPECT_EQ(counts.overtaking, 6);
  EXPECT_EQ(counts.passing, 6 * 5);
}

TEST(Count, NumbersOfLosses) {
  FspecParameters fspec = lossy;
  fspec.limits.omissions = 1;
  EXPECT_EQ(numbers(count(telling + promised, fspec)), (std::vector{0, 0, 5, 0}));
  fspec.limits.omissions = 2;
  EXPECT_EQ(numbers(count(telling + promised, fspec)), (std::vector{1, 0, 10, 0}));
  fspec = crashing;
  fspec.limits.faults = 1;
  EXPECT_EQ(numbers(count(telling + promised, fspec)), (std::vector{1, 0, 5 + 5, 0}));
}

/// a gets the value at tick 1, and sends it to b at each tick at which it runs and still has it.
FspecParameters stopping(int eot, int eff) {
  FspecParameters out = test::fspec(eot, eff, 0, {"a", "b"});
  out.crash_model = CrashModel::stop;
  out.limits.omissions = 0;
  out.crashable = {"a"};
  return out;
}
const std::string telling_from_memory = R"(
log("a", "m")@1;
log(X, P)@next :- log(X, P), on(X);
on(X)@next :- on(X);
on("a")@1; on("b")@1;
log("b", P)@async :- log("a", P), on("a");
pre(P) :- on("b"), say(P); post(P) :- log("b", P), say(P); say("m")@1; say(P)@next :- say(P);
)";

TEST(Count, NodesThatStop) {
  FspecParameters fspec = stopping(3, 0);
  fspec.crashes = 1;
  // No crash, and C(a,t) and C(a,t+) for t from 1 to 3. A crash at 1 sends nothing; if it is later, b has the
  // value already.
  EXPECT_EQ(numbers(count(telling_from_memory, fspec)), (std::vector{2, 0, 5, 0}));
}

TEST(Count, NodesThatRestart) {
  FspecParameters fspec = stopping(4, 2);
  fspec.restarts = 1;
  // C(a,1,2), C(a,1,3), C(a,2,3), C(a,1+,3). Those that begin at 1 lose the only message and the memory.
  EXPECT_EQ(numbers(count(telling_from_memory, fspec)), (std::vector{3, 0, 2, 0}));
  fspec.limits.least_down = 2;  // only C(a,1,3) is left
  EXPECT_EQ(numbers(count(telling_from_memory, fspec)), (std::vector{1, 0, 1, 0}));
  fspec.limits.least_down = 1;
  fspec.limits.most_down = 1;  // all except C(a,1,3) are left
  EXPECT_EQ(numbers(count(telling_from_memory, fspec)), (std::vector{2, 0, 2, 0}));
  fspec.limits.faults = 0;
  EXPECT_EQ(numbers(count(telling_from_memory, fspec)), (std::vector{0, 0, 1, 0}));
}

/// b, c and d each send their number to a. The promise is about the aggregate of the numbers that arrive.
TEST(Count, DiagramsOfAggregates) {
  const std::string sends =
      "has(\"b\", 1)@1; has(\"c\", 2)@1; has(\"d\", 4)@1; say(\"x\")@1; say(X)@next :- say(X);\n"
      "got(\"a\", X, N)@async :- has(X, N); pre(X) :- say(X);\n"
      "post(X) :- say(X), made(_, N), ";
  const auto violating = [&](const std::string& aggregate, const std::string& wanted) {
    const std::string rule = "made(A, " + aggregate + ") :- got(A, _, N);\n";
    const Grounded given(sends + wanted + ";\n" + rule, test::fspec(2, 1, 0, {"a", "b", "c", "d"}));
    const Counts counts = count_by_diagrams(given.universe, {});
    EXPECT_EQ(numbers(counts), numbers(count_fault_sets(given.universe, {})));
    return static_cast<int>(counts.violating >> 9);  // nine channels are not used
  };
  EXPECT_EQ(violating("count<N>", "N == 1"), 8 - 3);
  EXPECT_EQ(violating("count<N>", "N > 1"), 8 - 4);
  EXPECT_EQ(violating("sum<N>", "N == 6"), 8 - 1);
  EXPECT_EQ(violating("sum<N>", "N < 4"), 8 - 3);
  EXPECT_EQ(violating("max<N>", "N == 2"), 8 - 2);
  EXPECT_EQ(violating("min<N>", "N == 2"), 8 - 2);
}

TEST(Count, NothingMayHappen) {
  EXPECT_EQ(numbers(count(telling + promised, test::fspec(3, 0, 0, {"a", "b"}))),
            (std::vector{0, 0, 1, 0}));
  EXPECT_EQ(numbers(count(telling + promised, test::fspec(1, 0, 0, {"a", "b"}))),
            (std::vector{1, 0, 0, 0}));
}

TEST(Count, EveryRandomFaultSetIsCountedOnce) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    test::RandomProgram random = test::observing_program(seed);
    FspecParameters fspec =
        test::fspec(random.fspec.eot, random.fspec.eff, random.fspec.crashes, random.fspec.nodes);
    fspec.crash_model = seed % 2 == 0 ? CrashModel::halt : CrashModel::silent;
    random.fspec = fspec;
    if (!test::checked(random)) continue;
    EXPECT_EQ(count_fault_sets(Grounded(random).universe, {}).distinct(),
              Fspec(fspec).distinct_fault_sets())
        << test::describe(random);
  }
}

TEST(Count, LimitsEndIt) {
  const Grounded small(telling + promised, crashing);
  EXPECT_THROW((void)count_fault_sets(small.universe, {0, {}}), BudgetExceeded);
  EXPECT_THROW((void)count_fault_sets(small.universe, {2, {}}), BudgetExceeded);
  const Counts counts = count_fault_sets(small.universe, {});
  EXPECT_NO_THROW((void)count_fault_sets(small.universe, {counts.states * 4, {}}));
  const Grounded large(telling + promised, test::fspec(400, 399, 1, {"a", "b", "c", "d", "e"}));
  const auto out_of_time = [] { throw BudgetExceeded("time", "enough"); };
  EXPECT_THROW((void)count_fault_sets(large.universe, {1'000'000, out_of_time}), BudgetExceeded);
}

/// From one state, a sends so many messages that trying all sets of arrivals would take forever.
TEST(Count, LimitsEndWhatOneStateLeadsTo) {
  std::string text =
      "log(\"a\", \"m\")@1; log(Y, P)@async :- log(\"a\", P), to(\"a\", Y);\n"
      "pre(P) :- log(Y, P), Y != \"a\"; post(P) :- log(\"n1\", P);\n";
  FspecParameters fspec = test::fspec(2, 1, 0, {"a"});
  for (int i = 1; i <= 40; ++i) {
    fspec.nodes.push_back("n" + std::to_string(i));
    text += "to(\"a\", \"" + fspec.nodes.back() + "\")@1; ";
  }
  const Grounded wide(text, fspec);
  EXPECT_THROW((void)count_fault_sets(wide.universe, {10, {}}), BudgetExceeded);
  // Decision diagrams count: the message of n1 is lost, and the message of another node is not.
  const Counts counts = count_fault_sets(wide.universe, {1000, {}});
  EXPECT_EQ(counts.states, 0U);
  EXPECT_EQ(counts.violating, ((BigInt(1) << 39) - 1) << (41 * 40 - 40));
}

/// Listing all choices of twenty of forty nodes would take forever, and would not fit into memory.
TEST(Count, LimitsEndChoicesOfWhoCrashes) {
  FspecParameters fspec = test::fspec(3, 0, 20, {"a", "b"});
  for (int i = 1; i <= 38; ++i) fspec.nodes.push_back("n" + std::to_string(i));
  const Grounded many(telling + promised, fspec);
  const auto out_of_time = [] { throw BudgetExceeded("time", "enough"); };
  EXPECT_THROW((void)count_fault_sets(many.universe, {1'000'000, out_of_time}), BudgetExceeded);
  EXPECT_THROW((void)count_fault_sets(many.universe, {10'000, {}}), BudgetExceeded);
}

TEST(Count, WhatIsNotCounted) {
  const auto refused = [](auto change) {
    FspecParameters fspec = crashing;
    change(fspec);
    const char* what = not_countable(Fspec(fspec));
    return std::string(what == nullptr ? "" : what);
  };
  EXPECT_EQ(refused([](auto&) {}), "");
  EXPECT_EQ(refused([](auto& f) { f.limits.omissions = 0; }), "");
  EXPECT_EQ(refused([](auto& f) { f.limits.omissions = 1; }), "");
  EXPECT_EQ(refused([](auto& f) { f.limits.faults = 2; }), "");
  EXPECT_EQ(refused([](auto& f) {
              f.limits.most.template of<Pause>() = 1;
              f.crash_model = CrashModel::stop;
            }),
            "pauses");
  EXPECT_EQ(refused([](auto& f) { f.limits.partitions = 1; }), "partitions");
  EXPECT_EQ(refused([](auto& f) { f.delays = {.most = 1, .self = true, .by_relation = true}; }),
            "");
  EXPECT_EQ(refused([](auto& f) { f.crash_model = CrashModel::stop; }), "");
}

}  // namespace
}  // namespace ldfi::count
