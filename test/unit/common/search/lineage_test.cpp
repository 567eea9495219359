// The classic ways for such a search to be incomplete (docs/explanation/search.md#how-it-is-checked), one small program each: every
// expectation is also what enumeration of all fault sets says. And what a search by formula says
// when its solver proposes far more faults than are needed, as any solver may: the least falsifier
// all the same, and "minimal" only where that is known.
#include "common/search/lineage.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/solve/sat/cadical.hpp"
#include "test/support/execution.hpp"
#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"
#include "test/support/search/solvers.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

/// A solver that makes as many variables true as possible.
class LavishSolver final : public SlowSolver {
  sat::Answer answer(std::span<const sat::Literal> assumptions) override {
    std::vector<sat::Literal> all(assumptions.begin(), assumptions.end());
    if (SlowSolver::answer(all) != sat::Answer::satisfiable) return sat::Answer::unsatisfiable;
    for (sat::Literal v = 1; v <= static_cast<sat::Literal>(variables()); ++v) {
      all.push_back(v);
      if (SlowSolver::answer(all) != sat::Answer::satisfiable) all.pop_back();
    }
    return SlowSolver::answer(all);
  }
  void set_conflict_limit(std::uint64_t) override {}
};

/// a sends to b, and c, d and e send the same to b.
const char* const relay = R"(n("a", "b")@1; n("a", "c")@1; n("a", "d")@1; n("a", "e")@1;
  m(M)@async :- n(N, M); log(N) :- m(N); log(N)@next :- log(N);
  log("b")@async :- m("c"); log("b")@async :- m("d"); log("b")@async :- m("e");
  want("b")@3; want(N)@next :- want(N); pre(N) :- want(N); post(N) :- log(N), want(N);)";

TEST(Lineage, BelievesAScoutNoFurtherThanItLooked) {
  // The scout reports that three faults are not enough, and ends. Four are enough, but models have more.
  const FspecParameters parameters = fspec(4, 2, 0, {"a", "b", "c", "d", "e"});
  Search search(relay, parameters);
  const Execution free = execute(relay, parameters);
  const auto executor = execute::make_ground_executor(search.universe());
  explore::Limits limits;
  limits.max_faults = 3;
  explore::Scout scout(search.universe().program(), search.fspec(), *free.model, limits);
  scout.finish({});
  ASSERT_EQ(scout.harmless(), 3U);
  search::LineageOptions options;
  options.expand = Expansion::all;
  options.scout = &scout;
  const auto strategy =
      search::make_lineage(search.universe(), std::make_unique<LavishSolver>(), options);
  EXPECT_EQ(outcome_text(drive(*strategy, *executor), search.fspec()),
            "O(a,b,1) O(a,c,1) O(a,d,1) O(a,e,1)");
}

TEST(Lineage, CallsNothingMinimalWhenItHadToStop) {
  // The least fault set is still being executed when a larger one is found to violate.
  const Search search(R"(n("a", "b")@1; n("c", "b")@1; got(M, N)@async :- n(N, M);
      got(M, N)@next :- got(M, N); want("a")@3; want("c")@3; want(N)@next :- want(N);
      pre(N) :- want(N); post(N) :- got("b", N);)",
                      fspec(3, 1, 0, {"a", "b", "c"}));
  const auto executor = execute::make_ground_executor(search.universe());
  search::LineageOptions options;
  options.expand = Expansion::live;
  options.symmetry = false;  // without symmetry, mirrored fault sets count as different
  const auto strategy =
      search::make_lineage(search.universe(), std::make_unique<LavishSolver>(), options);
  strategy->accept(executor->execute(strategy->next_job().value()));
  const auto least = strategy->next_job();
  ASSERT_TRUE(least.has_value());
  const auto other = strategy->next_job();
  ASSERT_TRUE(other.has_value());
  strategy->accept(executor->execute(*other));
  ASSERT_FALSE(strategy->finished());
  strategy->give_up("time");
  const auto result = strategy->result();
  EXPECT_EQ(result.reason, "time");
  ASSERT_EQ(result.falsifiers.size(), 1U);
  EXPECT_FALSE(result.falsifiers[0].minimal);
}

const FaultSet& faults_of(const Job& job) {
  return std::get<ExecuteJob>(job.work).faults;
}

TEST(Lineage, CountsTheExecutionsThatWereNotNeeded) {
  // Whatever is lost, x and y happen in another way. A proof for the loss of one message that x needs is a
  // proof for the other one.
  const Search search(R"(m("a", "b")@1; m("a", "c")@1; m("a", "d")@1; m("a", "e")@1;
      got(N)@async :- m(_, N); at("x")@2; at("y")@2;
      ok("x") :- got("b"), got("c"); ok("y") :- got("d"), got("e");
      done(X)@next :- ok(X); done(X)@next :- at(X), notin ok(X); done(X)@next :- done(X);
      pre("x")@4; pre("y")@4; post(X) :- done(X);)",
                      fspec(4, 1, 0, {"a", "b", "c", "d", "e"}));
  const auto executor = execute::make_ground_executor(search.universe());
  search::LineageOptions options;
  options.expand = Expansion::live;
  options.symmetry = false;  // without symmetry, mirrored fault sets count as different
  const auto strategy = search::make_lineage(search.universe(), sat::make_cadical(1), options);
  strategy->accept(executor->execute(strategy->next_job().value()));
  std::vector<Job> jobs;
  while (auto job = strategy->next_job()) jobs.push_back(*job);
  ASSERT_EQ(jobs.size(), 4U);
  std::sort(jobs.begin(), jobs.end(),
            [](const auto& one, const auto& other) { return faults_of(one) < faults_of(other); });
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_FALSE(strategy->finished());
    strategy->accept(executor->execute(jobs[i]));
    EXPECT_EQ(strategy->result().wasted, i == 0 ? 3U : i == 1 ? 3U : 2U);
  }
  EXPECT_EQ(outcome_text(strategy->result(), search.fspec()), "certified");
  EXPECT_EQ(strategy->result().executed, 4);
}

TEST(Lineage, ASetWhoseProofIsTooWeakIsExecutedOnceAndNothingElseIsExcluded) {
  const Search search(R"(m("a", "b")@1; m("a", "c")@1; got(N)@async :- m(_, N);
      got(N)@next :- got(N); pre("b")@3; pre("c")@3; post(N) :- got(N);)",
                      fspec(3, 1, 0, {"a", "b", "c"}));
  search::LineageOptions options;
  options.expand = Expansion::live;
  options.symmetry = false;  // without symmetry, mirrored fault sets count as different
  const auto strategy = search::make_lineage(search.universe(), sat::make_cadical(1), options);
  std::vector<std::string> executed;
  while (const auto job = strategy->next_job()) {
    executed.push_back(to_text(faults_of(*job), search.fspec()));
    strategy->accept({job->id, 0, 0, ExecuteReport{}});  // the execution passes, and has no lineage
  }
  EXPECT_TRUE(strategy->finished());
  EXPECT_EQ(executed,
            (std::vector<std::string>{"none", "O(a,b,1)", "O(a,c,1)", "O(a,b,1) O(a,c,1)"}));
  EXPECT_EQ(strategy->result().verdict, Verdict::certified);
  EXPECT_EQ(strategy->standing().blocked_only, 4U);
}

struct Case {
  const char* name;
  const char* text;
  int eot;
  int eff;
  int crashes;
  std::vector<std::string> nodes;
  const char* all;  ///< the minimal falsifiers, as text
};

void PrintTo(const Case& c, std::ostream* out) {
  *out << c.name;
}

class Incompleteness : public ::testing::TestWithParam<Case> {};

TEST_P(Incompleteness, IsAvoided) {
  const Case& c = GetParam();
  FspecParameters fspec;
  fspec.eot = c.eot;
  fspec.eff = c.eff;
  fspec.crashes = c.crashes;
  fspec.nodes = c.nodes;
  Search s(c.text, fspec);
  EXPECT_EQ(s.exhaustive(true), c.all);
  EXPECT_EQ(s.lineage(true), c.all);
  EXPECT_EQ(s.lineage(true, 4, 7), c.all);
  EXPECT_EQ(s.lineage(true, 1, 1, Expansion::all), c.all);
  EXPECT_EQ(s.lineage(false), s.exhaustive(false));
}

std::string case_name(const ::testing::TestParamInfo<Case>& tested) {
  return tested.param.name;
}

INSTANTIATE_TEST_SUITE_P(
    Single, Incompleteness,
    ::testing::Values(
        // b's first message is at tick 3, but only its crash before that leaves the witness.
        Case{"CrashBeforeTheFirstMessage",
             "hold(\"b\", \"a\")@3; keep(\"a\", \"x\")@1; keep(N, X)@next :- keep(N, X);"
             "got(A, B)@async :- hold(B, A); got(A, B)@next :- got(A, B);"
             "early(X) :- crash(_, X, T), T < 3;"
             "pre(X) :- keep(_, X); post(X) :- keep(_, X), notin early(\"b\");",
             4,
             0,
             1,
             {"a", "b"},
             "C(b,1) | C(b,2)"},
        // There are no messages: only the relation crash connects faults and outcome.
        Case{"TheCrashRelationsOwnLineage",
             "up(\"a\")@1; up(N)@next :- up(N); down(N) :- up(N), crash(N, N, T), T == 2;"
             "pre(N) :- up(N); post(N) :- up(N), notin down(N);",
             3,
             1,
             1,
             {"a", "b"},
             "C(a,2)"},
        // pre(late) does not hold in the failure-free run.
        Case{"ANewPreTuple",
             "say(\"a\", \"b\")@1; wait(\"b\")@2; heard(B)@async :- say(A, B);"
             "pre(\"late\") :- wait(B), notin heard(B); pre(X)@next :- pre(X); post(\"never\") :- "
             "heard(_);",
             3,
             1,
             0,
             {"a", "b"},
             "O(a,b,1)"},
        // The loss adds a vote against, which changes the count.
        Case{"AnAggregateChangedByAnAddedContributor",
             "ask(\"a\", \"b\")@1; vote(\"b\", 1)@2; vote(\"b\", N)@next :- vote(\"b\", N);"
             "clock3(\"b\")@2; asked(B)@async :- ask(A, B);"
             "vote(B, 2) :- clock3(B), notin asked(B);"
             "votes(B, count<N>) :- vote(B, N);"
             "pre(B) :- votes(B, _); post(B) :- votes(B, C), C < 2;",
             3,
             1,
             0,
             {"a", "b"},
             "O(a,b,1)"},
        Case{"NegationThroughSeveralSteps",
             "m(\"a\", \"b\")@1; at2(\"b\")@2; got(B)@async :- m(A, B);"
             "one(B) :- at2(B), notin got(B); two(B) :- at2(B), notin one(B); three(B) :- at2(B), "
             "notin two(B);"
             "four(B)@next :- at2(B), notin three(B); four(B)@next :- four(B);"
             "pre(\"x\") :- node(_); node(\"a\")@4; post(\"x\") :- four(_);",
             4,
             2,
             0,
             {"a", "b"},
             "O(a,b,1)"}),
    case_name);

INSTANTIATE_TEST_SUITE_P(
    Combined, Incompleteness,
    ::testing::Values(
        // b repeats its message if it received nothing from a. The promise is made only if b crashes after
        // that.
        Case{"ALossToANodeThatCrashesLater",
             "m(\"a\", \"b\")@1; at(\"b\")@2; to(\"b\", \"c\")@2; got(B)@async :- m(A, B);"
             "nag(B) :- at(B), notin got(B); told(C)@async :- nag(B), to(B, C); told(C)@next :- "
             "told(C);"
             "pre(C) :- told(C), crash(_, \"b\", _); post(C) :- told(C), m(C, _);",
             4,
             1,
             1,
             {"a", "b", "c"},
             "O(a,b,1) C(b,3) | O(a,b,1) C(b,4)"},
        Case{"ACrashHereAndALossThere",
             "m(\"a\", \"c\")@1; m(\"b\", \"c\")@3; m(\"d\", \"d\")@1; got(C, B)@async :- m(B, C);"
             "got(C, B)@next :- got(C, B); pre(\"x\") :- got(\"d\", _); post(\"x\") :- got(\"c\", "
             "_);",
             4,
             1,
             1,
             {"a", "b", "c", "d"},
             "O(a,c,1) C(b,1) | O(a,c,1) C(b,2) | O(a,c,1) C(b,3)"},
        // Losing m(a,b) violates, unless the loss of m(a,c) raises the alarm that repairs it.
        Case{"FaultsThatMakeAnEarlierFaultHarmless",
             "m(\"a\", \"b\")@1; m(\"a\", \"c\")@1; at(\"c\")@2; got(B)@async :- m(A, B); "
             "got(N)@next :- got(N);"
             "alarm(C) :- at(C), notin got(C); alarm(C)@next :- alarm(C);"
             "pre(\"x\") :- m(_, _); m(\"a\", \"a\")@3; post(\"x\") :- got(\"b\"); post(\"x\") :- "
             "alarm(_);",
             3,
             1,
             0,
             {"a", "b", "c"},
             "O(a,b,1)"}),
    case_name);

TEST(LineageSearch, ReportsABrokenProgram) {
  FspecParameters fspec;
  fspec.eot = 2;
  fspec.nodes = {"a"};
  Search s("p(\"a\")@2; pre(X) :- p(X); post(X) :- p(X), notin p(X)@1, X == \"b\";", fspec);
  EXPECT_EQ(s.lineage(true), "broken");
  EXPECT_EQ(s.exhaustive(true), "broken");
}

TEST(LineageSearch, GivesTheLeastOfTheSmallestFalsifiers) {
  FspecParameters fspec;
  fspec.eot = 3;
  fspec.eff = 1;
  fspec.crashes = 1;
  fspec.nodes = {"a", "b", "c"};
  Search s(
      "m(\"c\", \"a\")@1; m(\"b\", \"a\")@1; got(A, N)@async :- m(N, A); got(A, N)@next :- got(A, "
      "N);"
      "pre(N) :- node(N); node(\"b\")@3; node(\"c\")@3; post(N) :- got(_, N);",
      fspec);
  EXPECT_EQ(s.lineage(true), "O(b,a,1) | O(c,a,1) | C(b,1) | C(c,1)");
  for (std::uint64_t seed = 1; seed <= 20; ++seed) EXPECT_EQ(s.lineage(false, 3, seed), "O(b,a,1)");
}

TEST(LineageSearch, GivesUpWithTheReason) {
  FspecParameters fspec;
  fspec.eot = 3;
  fspec.eff = 1;
  fspec.nodes = {"a", "b"};
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); got(B)@next :- got(B); pre(\"x\")@3; "
      "post(\"x\") :- got(_);",
      fspec);
  EXPECT_EQ(s.lineage(true), "O(a,b,1)");
  const auto executor = execute::make_ground_executor(s.universe());
  const auto strategy = search::make_lineage(s.universe(), sat::make_cadical(1), {});
  strategy->accept(executor->execute(strategy->next_job().value()));
  const auto late = strategy->next_job();
  ASSERT_TRUE(late.has_value());
  ASSERT_FALSE(strategy->finished());
  strategy->give_up("time");
  EXPECT_TRUE(strategy->finished());
  EXPECT_FALSE(strategy->next_job().has_value());
  strategy->give_up("memory");                 // this reason is reported
  strategy->accept(executor->execute(*late));  // this answer comes too late
  EXPECT_EQ(strategy->result().verdict, Verdict::inconclusive);
  EXPECT_EQ(strategy->result().reason, "time");
  EXPECT_EQ(strategy->result().executed, 1);
}

}  // namespace
}  // namespace ldfi::test
