#include <gtest/gtest.h>

#include <map>

#include "common/base/errors.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "common/dedalus/ground/lineage.hpp"
#include "test/support/faults.hpp"
#include "test/support/fspec.hpp"
#include "test/support/random_program.hpp"
#include "test/support/search/search.hpp"

namespace ldfi::ground {
namespace {

using test::fspec;
using test::Search;

std::vector<std::string> facts(const Universe& u, const std::string& relation, int tick) {
  std::vector<std::string> out;
  for (FactId f : u.user_facts(*u.program().find(relation), Time(tick))) {
    out.push_back(u.text(f) + (u.certain(f) ? "!" : ""));
  }
  return out;
}

using Texts = std::vector<std::string>;

TEST(Universe, SeparatesCertainFromPossibleFacts) {
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); got(B)@next :- got(B); kept(\"a\")@1; "
      "kept(X)@next :- kept(X);"
      "none(\"a\")@3; missing(X) :- none(X), notin got(_);",
      fspec(3, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "kept", 3), (Texts{"kept(a)@3!"}));
  EXPECT_EQ(facts(s.universe(), "got", 2), (Texts{"got(b)@2"}));
  EXPECT_EQ(facts(s.universe(), "missing", 3), (Texts{"missing(a)@3"}));
}

TEST(Universe, AMessageThatCannotBeLostIsCertain) {
  Search s(
      "m(\"a\", \"b\")@2; got(B)@async :- m(A, B); self(\"a\", \"a\")@1; own(B)@async :- self(A, "
      "B);",
      fspec(3, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "got", 3), (Texts{"got(b)@3!"}));
  EXPECT_EQ(facts(s.universe(), "own", 2), (Texts{"own(a)@2!"}));
}

TEST(Universe, HaltedNodesLoseTheirStateAndSilentOnesKeepIt) {
  for (const CrashModel model : {CrashModel::silent, CrashModel::halt}) {
    auto p = fspec(2, 0, 1, {"a"});
    p.crash_model = model;
    Search s("kept(\"a\")@1; kept(X)@next :- kept(X);", p);
    EXPECT_EQ(facts(s.universe(), "kept", 2),
              (Texts{model == CrashModel::silent ? "kept(a)@2!" : "kept(a)@2"}));
  }
}

// The receiver comes from a column that holds data, so the checker cannot know.
TEST(Universe, MessagesToStrangersAreDropped) {
  Search s(
      "m(\"a\")@1; raw(\"a\", \"b\")@1; raw(\"a\", \"stranger\")@1; name(N, X) :- raw(N, X);"
      "got(X)@async :- m(A), name(A, X);",
      fspec(2, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "got", 2), (Texts{"got(b)@2"}));
}

TEST(Universe, MergesThresholdsIntoRanges) {
  Search s(
      "m(\"a\", \"x\")@1; m(\"b\", \"x\")@1; m(\"c\", \"x\")@1; got(X, N)@async :- m(N, X);"
      "votes(X, count<N>) :- got(X, N); pre(X) :- votes(X, _); post(X) :- votes(X, C), C > 1;",
      fspec(2, 1, 0, {"a", "b", "c", "x"}));
  const Universe& u = s.universe();
  const FactId post = u.user_facts(*u.program().post, Time(2)).front();
  ASSERT_EQ(u.instances_of(post).size(), 1U);
  const auto premises = u.premises(*u.instances_of(post).begin());
  ASSERT_EQ(premises.size(), 1U);
  EXPECT_EQ(static_cast<int>(u.range(premises[0].fact()).low), 2);
  EXPECT_EQ(static_cast<int>(u.range(premises[0].fact()).high), 3);
  EXPECT_EQ(s.lineage(true), s.exhaustive(true));
}

TEST(Universe, PutsTheConeOfTheGoalsFirst) {
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); idle(B)@async :- m(A, B); busy(B)@next :- "
      "idle(B);"
      "pre(B) :- got(B); post(B) :- got(B);",
      fspec(2, 1, 0, {"a", "b"}));
  const Universe& u = s.universe();
  EXPECT_LT(u.cone(), u.fact_count());
  for (const char* name : {"idle", "busy"}) {
    for (FactId f : u.user_facts(*u.program().find(name), Time(2))) EXPECT_GE(f.index(), u.cone());
  }
}

TEST(Universe, KnowsItsCyclicComponents) {
  Search s(
      "m(\"a\", \"b\")@1; got(B, \"x\")@async :- m(A, B); e(\"b\", \"x\", \"y\")@2; e(\"b\", "
      "\"y\", \"x\")@2;"
      "got(B, Y) :- got(B, X), e(B, X, Y); pre(B) :- e(B, _, _); post(B) :- got(B, \"y\");",
      fspec(2, 1, 0, {"a", "b"}));
  ASSERT_EQ(s.universe().components().size(), 1U);
  EXPECT_EQ(s.lineage(true), "O(a,b,1)");
}

// r is the head of an aggregate and of a recursive rule (found by the clingo oracle).
TEST(Universe, GroundsAggregatesInRecursiveStrata) {
  Search s(
      "q(\"a\", 3)@1; m(\"b\", \"a\")@1; q(A, 1)@async :- m(B, A); q(A, V)@next :- q(A, V);"
      "r(X, min<V>) :- q(X, V); r(X, V) :- s(X, V); s(X, V) :- r(X, V), V < 4;"
      "pre(X) :- q(X, _); post(X) :- s(X, 1);",
      fspec(2, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "r", 2), (Texts{"r(a,1)@2", "r(a,3)@2"}));
  EXPECT_EQ(s.lineage(true), "O(b,a,1)");
  EXPECT_EQ(s.exhaustive(true), "O(b,a,1)");
}

TEST(Universe, StopsAtItsBudget) {
  const auto program =
      test::check({"n(\"a\", 1)@1; n(X, I + 1) :- n(X, I);", fspec(1, 0, 0, {"a"})});
  GroundLimits limits;
  limits.max_facts = 1000;
  EXPECT_THROW(ground_program(program, Fspec(fspec(1, 0, 0, {"a"})), limits), BudgetExceeded);
}

TEST(Universe, CountsTheCrashesBeforeItMakesThem) {
  const auto spec = fspec(500, 0, 1, {"a", "b"});
  const auto program =
      test::check({"n(\"a\", 1)@1; n(X, I)@next :- n(X, I), notin crash(X, X, _);", spec});
  GroundLimits limits;
  limits.max_facts = 999;
  EXPECT_THROW(ground_program(program, Fspec(spec), limits), BudgetExceeded);
}

TEST(Universe, BoundsWhatCountsWithinATickAndAsksItsCheck) {
  const auto spec = fspec(1, 0, 0, {"a"});
  const auto counts = test::check({"n(\"a\", 1)@1; n(X, I + 1) :- n(X, I);", spec});
  GroundLimits limits;
  limits.counting = {1'000, 100'000};
  EXPECT_THROW(ground_program(counts, Fspec(spec), limits), BudgetExceeded);
  std::string text = "q(X) :- n(X, A), n(X, B), n(X, C), n(X, D), A + B + C + D < 0;";
  for (int i = 0; i < 60; ++i) text += "n(\"a\", " + std::to_string(i) + ")@1;";
  limits.check = [] { throw BudgetExceeded("time", "time"); };
  EXPECT_THROW(ground_program(test::check({text, spec}), Fspec(spec), limits), BudgetExceeded);
}

TEST(Universe, IsTheSameEveryTime) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec f(random.fspec);
    EXPECT_EQ(ground_program(*program, f).fingerprint(), ground_program(*program, f).fingerprint());
  }
}

// L ⊆ M_F ⊆ U is what every proof rests on; M_F is read from the bits of 64 executions at once,
// which must also equal 64 executions one by one.
TEST(Executor, LanesAgreeWithSingleRunsAndRespectTheBounds) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec f(random.fspec);
    const Universe u = ground_program(*program, f);
    Executor many(u);
    Executor one(u);
    std::vector<FaultSet> sets;
    for (std::uint64_t i = 0; i < Executor::lane_count; ++i)
      sets.push_back(test::random_fault_set(f, seed * 100 + i));
    many.execute(sets);
    for (std::size_t lane = 0; lane < sets.size(); lane += 7) {
      one.execute(sets[lane]);
      for (std::uint32_t fact = 0; fact < u.fact_count(); ++fact) {
        const bool holds = (many.lanes(FactId(fact)) >> lane & 1U) != 0;
        ASSERT_EQ(holds, one.holds(FactId(fact))) << "seed " << seed << " " << u.text(FactId(fact));
        if (u.certain(FactId(fact))) {
          ASSERT_TRUE(holds);
        }
        ++compared;
      }
      EXPECT_EQ((many.violating() >> lane & 1U), one.violating() & 1U);
    }
  }
  EXPECT_GT(compared, 10'000);
}

TEST(Lineage, NamesFiringsAndAbsences) {
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); late(\"b\")@2; alarm(B) :- late(B), notin "
      "got(B);"
      "pre(B) :- late(B); post(B) :- got(B); post(B) :- alarm(B);",
      fspec(2, 1, 0, {"a", "b"}));
  const Universe& u = s.universe();
  Executor run(u);
  run.execute(FaultSet{});
  const Lineage good = explain(u, run);
  EXPECT_EQ(good.fired.size(), 2U);  // got, post
  EXPECT_TRUE(good.refuted.empty());
  run.execute(test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {}));
  const Lineage other = explain(u, run);
  EXPECT_EQ(other.fired.size(), 2U);    // alarm, post
  EXPECT_EQ(other.refuted.size(), 1U);  // not got
}

}  // namespace
}  // namespace ldfi::ground
