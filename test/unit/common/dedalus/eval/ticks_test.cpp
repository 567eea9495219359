// Recursion within a tick. From tick to tick: @next, rel(…)@T and crash
// (docs/explanation/semantics.md).
#include "common/dedalus/eval/ticks.hpp"

#include <gtest/gtest.h>

#include "test/support/execution.hpp"
#include "test/unit/common/dedalus/eval/support.hpp"

namespace ldfi::test {
namespace {

TEST(Rules, RecursionReachesTheFixpoint) {
  std::string text;
  for (int i = 0; i < 40; ++i)
    text += "e(" + std::to_string(i) + ", " + std::to_string(i + 1) + ")@1;\n";
  text += "path(X, Y) :- e(X, Y);\n path(X, Z) :- path(X, Y), path(Y, Z);\n";
  const auto e = one_tick(text);
  EXPECT_EQ(e.model->tuples(e.relation("path"), Time(1)).size(), 41U * 40U / 2U);
}

TEST(Rules, MutualRecursion) {
  const auto e = one_tick(R"(
      s(0, 1)@1; s(1, 2)@1; s(2, 3)@1; s(3, 4)@1; zero(0)@1;
      even(X) :- zero(X);
      even(Y) :- odd(X), s(X, Y);
      odd(Y) :- even(X), s(X, Y);)");
  EXPECT_EQ(e.at("even", 1), "even(0) even(2) even(4)");
  EXPECT_EQ(e.at("odd", 1), "odd(1) odd(3)");
}

TEST(Limits, CountingWithinATickHasABudgetOfItsOwn) {
  const CountingLimits small{1'000, 10'000};
  const auto [facts, said] =
      budget_of(R"(p("a", 1)@1; p(X, V + 1) :- p(X, V);)", {.counting = small});
  EXPECT_EQ(facts, "facts");
  EXPECT_NE(said.find(":1:14: `p` counts without end within one tick"), std::string::npos) << said;
  // The program derives few facts, but joins many pairs of facts. So it reaches the limit of steps
  // first.
  const std::string pairs = R"(p("a", 1)@1; p(X, V + W) :- p(X, V), p(X, W), V + W < 500;)";
  EXPECT_EQ(budget_of(pairs, {.counting = small}).first, "steps");
  // Recursion that a comparison bounds, or that takes a tick for each step, does not end the run.
  EXPECT_EQ(
      budget_of(R"(p("a", 1)@1; p(X, V + 1) :- p(X, V), V < 900;)", {.counting = small}).first, "");
  EXPECT_EQ(budget_of(R"(p("a", 1)@1; p(X, V + 1)@next :- p(X, V);)", {.counting = small}).first,
            "");
}

TEST(Inductive, PersistsAtTheNextTick) {
  const auto e = execute(persistent, fspec_of(3, {"a", "b"}));
  EXPECT_EQ(e.at("p", 1), "p(a,x)");
  EXPECT_EQ(e.at("p", 2), "p(a,x) p(b,y)");
  EXPECT_EQ(e.at("p", 3), "p(a,x) p(b,y)");
}

TEST(Inductive, MayDependOnWhatIsDerivedAndAbsent) {
  const auto e = execute(R"(
      on("a")@1; off("a")@2;
      stop(X) :- off(X);
      on(X)@next :- on(X), notin stop(X);
      count("a", 0)@1;
      count(X, N + 1)@next :- count(X, N);)",
                         fspec_of(4, {"a"}));
  EXPECT_EQ(e.at("on", 2), "on(a)");
  EXPECT_EQ(e.at("on", 3), "");
  EXPECT_EQ(e.at("count", 4), "count(a,3)");
}

TEST(Inductive, ManyPersistentRowsKeepTheirIndexes) {
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += "e(\"a\", " + std::to_string(i) + ")@" + std::to_string(1 + i % 3) + ";\n";
  }
  text += "e(X, V)@next :- e(X, V);\n";
  text += "twice(V) :- e(X, V), e(X, W), W == V, notin e(_, 99), want(V);\n";
  text += "want(29)@1; want(5)@1; want(V)@next :- want(V);\n";
  const auto e = execute(text, fspec_of(4, {"a"}));
  EXPECT_EQ(e.at("twice", 1), "");
  EXPECT_EQ(e.at("twice", 3), "twice(29) twice(5)");
  EXPECT_EQ(e.at("twice", 4), "twice(29) twice(5)");
}

TEST(AtLiteral, LooksAtAPastTickAndNeverAhead) {
  const auto e = execute(R"(
      p("a", 1)@1; p("a", 2)@2; go("a")@1; go(X)@next :- go(X);
      saw(X, V) :- go(X), p(X, V)@2;
      missed(X) :- go(X), notin p(X, 1)@2;
      early(X) :- go(X), p(X, 1)@1;)",
                         fspec_of(3, {"a"}));
  EXPECT_EQ(e.at("saw", 1), "");
  EXPECT_EQ(e.at("saw", 2), "saw(a,2)");
  EXPECT_EQ(e.at("saw", 3), "saw(a,2)");
  EXPECT_EQ(e.at("missed", 1), "");
  EXPECT_EQ(e.at("missed", 2), "missed(a)");
  EXPECT_EQ(e.at("early", 3), "early(a)");
}

const std::string watch = R"(
    node("a", "b")@1; node("b", "a")@1; node(X, Y)@next :- node(X, Y);
    dead(X, Y, T) :- node(X, Y), crash(X, Y, T);
    fine(X, Y) :- node(X, Y), notin crash(X, Y, _);)";

TEST(CrashRelation, HoldsEverywhereAndAtEveryTick) {
  const auto e = execute(watch, fspec_of(3, {"a", "b"}), "C(b,3)");
  EXPECT_EQ(e.at("crash", 1), "crash(a,b,3) crash(b,b,3)");
  EXPECT_EQ(e.at("crash", 3), "crash(a,b,3) crash(b,b,3)");
  EXPECT_EQ(e.at("dead", 1), "dead(a,b,3)");
  EXPECT_EQ(e.at("fine", 1), "fine(b,a)");
  EXPECT_EQ(e.model->size(), 3U * 4U) << "crash is not counted";
}

TEST(CrashRelation, IsEmptyWithoutCrashes) {
  EXPECT_EQ(execute(watch, fspec_of(2, {"a", "b"})).at("fine", 1), "fine(a,b) fine(b,a)");
}

/// Returns the tuples of `blk` at the ticks 2 to 6. A rule writes k at tick 1, and another value at
/// tick 3.
std::string damaged(const std::string& faults, bool detected = false) {
  FspecParameters fspec = fspec_of(6, {"a"}, CrashModel::stop);
  fspec.eff = 5;
  fspec.restarts = fspec.limits.most.of<Pause>() = 1;
  fspec.disk = {1, {"blk"}, {}, false, 0, 0, {}, 1, {"blk"}, {3}, detected};
  if (detected) fspec.disk.columns.clear();
  const Execution e = execute(
      "stable blk; w(\"a\", \"k\", \"x\")@1; w(\"a\", \"k\", \"y\")@3; over(N, K) :- w(N, K, _);"
      "blk(N, K, D)@next :- w(N, K, D); blk(N, K, D)@next :- blk(N, K, D), notin over(N, K);"
      "said(N) :- corrupt(N, \"blk\");",
      fspec, faults);
  std::string out;
  for (int t = 2; t <= 6; ++t) {
    const std::string now = e.at("blk", t);
    out += now.size() > 9 ? now.substr(8, now.size() - 9) : "-";
    if (!e.at("said", t).empty()) out += "!";
  }
  return out;
}

TEST(DamagedData, PassesOnUnlessItIsWrittenAnew) {
  EXPECT_EQ(damaged("none"), "xxyyy");
  EXPECT_EQ(damaged("X(a,blk,1)"), "xxyyy") << "nothing is there";
  EXPECT_EQ(damaged("X(a,blk,2)"), "x?yyy");
  EXPECT_EQ(damaged("X(a,blk,3)"), "xxyyy") << "all of it is written";
  EXPECT_EQ(damaged("X(a,blk,4)"), "xxy??");
  EXPECT_EQ(damaged("W(a,blk,3) X(a,blk,3)"), "xx???") << "what stands still is damaged, too";
  EXPECT_EQ(damaged("C(a,2,4) X(a,blk,4)"), "xxx??");
  EXPECT_EQ(damaged("S(a,4,5) X(a,blk,5)"), "xxyy?");
}

TEST(DamagedData, IsDroppedWhereItIsDetected) {
  EXPECT_EQ(damaged("X(a,blk,1)", true), "x!xyyy");
  EXPECT_EQ(damaged("X(a,blk,2)", true), "x-!yyy");
  EXPECT_EQ(damaged("X(a,blk,4)", true), "xxy-!-");
  EXPECT_EQ(damaged("W(a,blk,3) X(a,blk,3)", true), "xx-!--");
  EXPECT_EQ(damaged("C(a,3,5) X(a,blk,2)", true), "x-!---") << "a node that is down hears it";
}

/// Returns the ticks from 1 to 5 at which the event happens, as digits. Node a sends to b and to
/// itself at each tick, and writes the message from tick 2 on.
std::string ticks_of(const std::string& event, const std::string& tuple, CrashModel model,
                     const std::string& faults, int late = 0) {
  FspecParameters fspec = fspec_of(5, {"a", "b"}, model);
  fspec.delays.most = late;
  fspec.delays.duplicates = late > 0 ? 1 : 0;
  fspec.restarts = model == CrashModel::stop ? 1 : 0;
  if (model == CrashModel::stop) {
    fspec.disk = DiskFaults{1, {"disk", "log"}, {}, true};
    fspec.limits.most.of<Pause>() = 1;
  }
  const Execution e = execute(
      "go(\"a\")@1; go(N)@next :- go(N); stable go; to(\"a\", \"b\")@1; to(\"a\", \"a\")@1;"
      "to(N, M)@next :- to(N, M); m(M)@async :- go(N), to(N, M);"
      "disk(N)@next :- go(N); stable disk;"
      "log(N)@next :- go(N); buffered log; sync(\"a\", \"log\")@2; sync(\"a\", \"log\")@3;",
      fspec, faults, {}, "spec s info always; s(\"x\") :- " + event + tuple + ";");
  std::string out;
  for (int t = 1; t <= 5; ++t) {
    if (!e.at("s", t).empty()) out += std::to_string(t);
  }
  return out;
}

TEST(EventsOfMessages, AreSentByWhoRuns) {
  const auto sent = [](CrashModel model, const std::string& faults) {
    return ticks_of("sent.m", R"(("a", "b"))", model, faults) + " " +
           ticks_of("sent.m", R"(("a", "a"))", model, faults);
  };
  EXPECT_EQ(sent(CrashModel::silent, "O(a,b,2)"), "12345 12345");
  EXPECT_EQ(sent(CrashModel::silent, "C(a,3)"), "12 12345") << "what a has in mind goes on";
  EXPECT_EQ(sent(CrashModel::halt, "C(a,3)"), "12 12");
  EXPECT_EQ(sent(CrashModel::stop, "C(a,3)"), "12 12");
  EXPECT_EQ(sent(CrashModel::stop, "C(a,2+,4)"), "145 145");
  EXPECT_EQ(sent(CrashModel::stop, "C(b,2,4)"), "12345 12345");
  EXPECT_EQ(sent(CrashModel::stop, "S(a,2,4)"), "145 145");
  EXPECT_EQ(sent(CrashModel::stop, "S(b,2,4)"), "12345 12345");
}

TEST(EventsOfMessages, ArriveOrAreLostOneTickLater) {
  const auto both = [](CrashModel model, const std::string& faults, const char* ends) {
    return ticks_of("delivered.m", ends, model, faults) + " " +
           ticks_of("lost.m", ends, model, faults);
  };
  const char* const other = R"(("a", "b"))";
  const char* const self = R"(("a", "a"))";
  EXPECT_EQ(both(CrashModel::silent, "none", other), "2345 ");
  EXPECT_EQ(both(CrashModel::silent, "O(a,b,2) O(a,b,4)", other), "24 35");
  EXPECT_EQ(both(CrashModel::silent, "C(a,3)", other), "23 ") << "nothing is sent, nor lost";
  EXPECT_EQ(both(CrashModel::silent, "C(a,3)", self), "2345 ");
  EXPECT_EQ(both(CrashModel::halt, "C(a,3)", self), "23 ");
  EXPECT_EQ(both(CrashModel::stop, "C(a,3,5)", self), "2 3") << "a loses what it had in mind";
  EXPECT_EQ(both(CrashModel::stop, "C(a,2+,4)", other), "25 ");
  EXPECT_EQ(both(CrashModel::stop, "C(b,3,5)", other), "25 34");
  EXPECT_EQ(both(CrashModel::stop, "S(a,2,4)", other), "25 ");
  EXPECT_EQ(both(CrashModel::stop, "S(b,2,5)", other), "2345 ") << "it waits at b, delivered";
}

TEST(EventsOfMessages, ArriveLateOrTwice) {
  const auto delivered = [](const std::string& faults) {
    return ticks_of("delivered.m", R"(("a", "b"))", CrashModel::silent, faults, 2);
  };
  EXPECT_EQ(delivered("none"), "2345");
  EXPECT_EQ(delivered("D(a,b,1,+1)"), "345");
  EXPECT_EQ(delivered("O(a,b,3) D(a,b,1,+2)"), "345") << "what is late comes when another is lost";
  EXPECT_EQ(delivered("O(a,b,2) U(a,b,1,+1)"), "2345");
}

TEST(EventsOfMessages, HaveTheSenderFirst) {
  EXPECT_EQ(ticks_of("delivered.m", R"((F, T), F == "b")", CrashModel::silent, "none"), "");
  EXPECT_EQ(ticks_of("lost.m", R"((F, T), F == "b")", CrashModel::silent, "O(a,b,2)"), "");
}

TEST(EventsOfDisks, AreWritesThatSucceed) {
  const auto wrote = [](const std::string& faults) {
    return ticks_of("wrote.disk", R"(("a"))", CrashModel::stop, faults);
  };
  EXPECT_EQ(wrote("none"), "2345");
  EXPECT_EQ(wrote("W(a,disk,2,3)"), "25") << "silent, so no ioerror tells";
  EXPECT_EQ(wrote("C(a,3,5)"), "23");
  EXPECT_EQ(wrote("S(a,3,5)"), "23");
  EXPECT_EQ(wrote("C(a,3+,5)"), "234") << "it works at 3, and writes";
  EXPECT_EQ(ticks_of("wrote.disk", R"(("a"))", CrashModel::halt, "C(a,3)"), "23");
}

TEST(EventsOfDisks, AreSyncsOfWhatIsBuffered) {
  const auto wrote = [](const std::string& faults) {
    return ticks_of("wrote.log", R"(("a"))", CrashModel::stop, faults);
  };
  EXPECT_EQ(wrote("none"), "34") << "not what the disk only keeps";
  EXPECT_EQ(wrote("W(a,log,2)"), "4");
  EXPECT_EQ(wrote("C(a,2,3)"), "4");
  EXPECT_EQ(wrote("C(a,3,4)"), "3");
  EXPECT_EQ(wrote("S(a,3,4)"), "35") << "the sync at 3 waits";
}

TEST(EventsOfRelations, AppearAndDisappear) {
  const auto both = [](const std::string& of, const std::string& faults) {
    return ticks_of("first." + of, R"(("a"))", CrashModel::stop, faults) + " " +
           ticks_of("gone." + of, R"(("a"))", CrashModel::stop, faults);
  };
  EXPECT_EQ(both("go", "C(a,3,5)"), "1 ");
  EXPECT_EQ(both("disk", "C(a,3,5)"), "2 ");
  EXPECT_EQ(both("m", "C(a,3,4)"), "25 3") << "a message to itself";
}

}  // namespace
}  // namespace ldfi::test
