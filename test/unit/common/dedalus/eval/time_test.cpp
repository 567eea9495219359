// What moves from tick to tick: @next, @async, rel(…)@T, faults, channels, crash (SEMANTICS §1–3).
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluator.hpp"
#include "test/support/execution.hpp"
#include "test/support/faults.hpp"

namespace ldfi::test {
namespace {

const std::string persistent = R"(
    p("a", "x")@1; p("b", "y")@2;
    p(X, V)@next :- p(X, V);)";

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

const std::string broadcast = R"(
    node("a", "b")@1; node("a", "c")@1; node("a", "a")@1; node(X, Y)@next :- node(X, Y);
    b("a", "m")@1; b(X, V)@next :- b(X, V);
    log(Y, V)@async :- b(X, V), node(X, Y);)";

Execution broadcast_under(const std::string& faults, CrashModel model = CrashModel::silent) {
  return execute(broadcast, fspec_of(3, {"a", "b", "c"}, model), faults);
}

TEST(Async, ArrivesOneTickLaterAtTheHeadsNode) {
  const auto e = broadcast_under("none");
  EXPECT_EQ(e.at("log", 1), "");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AnOmissionLosesOneMessage) {
  const auto e = broadcast_under("O(a,b,1)");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AnOmissionTheOtherWayLosesNothing) {
  EXPECT_EQ(broadcast_under("O(b,a,1)").at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, ACrashedNodeSendsNothingButToItself) {
  const auto e = broadcast_under("C(a,2)");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "log(a,m)");
  EXPECT_EQ(e.at("b", 3), "b(a,m)") << "its own state goes on";
}

TEST(Async, MessagesReachACrashedNode) {
  EXPECT_EQ(broadcast_under("C(b,1)").at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AMessageToNoNodeIsDropped) {
  const auto e =
      execute(R"(to("a", "b")@1; to("a", "c")@1; to("c", "a")@1; got(Y)@async :- to(X, Y);)",
              fspec_of(2, {"a", "b", "c"}));
  EXPECT_EQ(e.at("got", 2), "got(a) got(b) got(c)");
  const auto fewer = eval::run(*e.program, Fspec(fspec_of(2, {"a", "b"})), FaultSet());
  const auto got = fewer->tuples(e.relation("got"), Time(2));
  ASSERT_EQ(got.size(), 1U) << "c neither sends nor receives";
  EXPECT_EQ(e.program->tuple_text(e.relation("got"), got[0].data()), "got(b)");
}

TEST(Halt, StopsTransitionsOfTheCrashedNode) {
  const auto e = broadcast_under("C(a,2)", CrashModel::halt);
  EXPECT_EQ(e.at("b", 2), "b(a,m)") << "derived before the crash";
  EXPECT_EQ(e.at("b", 3), "");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "") << "nothing to itself either";
}

TEST(Halt, StopsNobodyElse) {
  const auto e = execute(persistent, fspec_of(3, {"a", "b"}, CrashModel::halt), "C(b,1)");
  EXPECT_EQ(e.at("p", 3), "p(a,x)");
}

TEST(Halt, ALocationThatIsNoNodeCannotCrash) {
  const auto e = execute(R"(n("x", 1)@1; n(X, V)@next :- n(X, V); i(3)@1; i(X)@next :- i(X);)",
                         fspec_of(2, {"a"}, CrashModel::halt), "C(a,1)");
  EXPECT_EQ(e.at("n", 2), "n(x,1)");
  EXPECT_EQ(e.at("i", 2), "i(3)");
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

TEST(Evaluator, ForgetsOneRunBeforeTheNext) {
  const auto e = broadcast_under("O(a,b,1)");
  eval::Evaluator evaluator(*e.program, *e.fspec);
  const FaultSet lost = test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {});
  const auto first = evaluator.run(FaultSet());
  const auto second = evaluator.run(lost);
  const auto third = evaluator.run(FaultSet());
  const RelationId log = e.relation("log");
  EXPECT_EQ(first->tuples(log, Time(2)), third->tuples(log, Time(2)));
  EXPECT_EQ(second->tuples(log, Time(2)), e.model->tuples(log, Time(2)));
  EXPECT_EQ(first->size(), third->size());
}

TEST(Evaluator, CanBeUsedAfterAnError) {
  const std::string text = R"(
      p("a", 0)@1; q("b", 1)@1;
      q(Y, V)@async :- p(X, V), node(X, Y); node("a", "b")@1;
      r(X) :- q(X, V), 1 / V == 1;)";
  const auto e = execute(text, fspec_of(2, {"a", "b"}), "O(a,b,1)");
  eval::Evaluator evaluator(*e.program, *e.fspec);
  EXPECT_THROW(evaluator.run(FaultSet()), InputError);
  EXPECT_EQ(evaluator.run(e.faults)->size(), e.model->size());
}

}  // namespace
}  // namespace ldfi::test
