#include <gtest/gtest.h>

#include <algorithm>

#include "common/dedalus/provenance/graph.hpp"
#include "test/support/execution.hpp"

namespace ldfi::provenance {
namespace {

using test::execute;
using test::Execution;
using test::fspec_of;

/// Returns the derivation graph that explains all tuples of a relation at a tick.
DerivationGraph graph_of(const Execution& e, const std::string& relation, int tick) {
  std::vector<Root> roots;
  const RelationId id = e.relation(relation);
  for (auto& tuple : e.model->tuples(id, Time(tick)))
    roots.push_back({id, std::move(tuple), Time(tick)});
  return derive(*e.program, *e.fspec, e.faults, *e.model, roots);
}

/// Returns each rule firing of the graph as `head <- premise, premise`, sorted.
std::vector<std::string> firings(const Execution& e, const DerivationGraph& graph) {
  std::vector<std::string> out;
  for (const Firing& firing : graph.firings) {
    std::string text = goal_text(*e.program, graph.goals[firing.head]) + " <-";
    for (const auto p : firing.premises) text += " " + goal_text(*e.program, graph.goals[p]);
    out.push_back(text);
  }
  std::sort(out.begin(), out.end());
  return out;
}

using Texts = std::vector<std::string>;

TEST(Derive, ARuleThatObservesHasNoClock) {
  const auto fspec = fspec_of(3, {"a", "b"});
  const dedalus::Program program = dedalus::check_program(
      {{"p.ded"},
       {{"p.ded", R"(n("a", "b")@1; n(X, Y)@next :- n(X, Y); m(Y)@async :- n(X, Y);)"},
        {"s.spec", R"(spec told critical always; told(4, Y)@next :- told(4, Y);
                      told(4, Y)@next :- m(Y), n(_, Y);)"}}},
      {.nodes = fspec.nodes, .eot = fspec.eot});
  const Fspec checked(fspec);
  const auto model = eval::run(program, checked, FaultSet());
  const RelationId told = program.find("told").value();
  const auto graph = derive(program, checked, FaultSet(), *model,
                            {{told, model->tuples(told, Time(3)).front(), Time(3)}});
  const auto clocks = std::count_if(graph.goals.begin(), graph.goals.end(),
                                    [](const Goal& g) { return g.kind == GoalKind::clock; });
  EXPECT_EQ(clocks, 2) << "of the message, and of what `n` keeps";
}

TEST(Derive, InductiveAndAsyncFiringsHaveTheirClock) {
  const auto e = execute(R"(
      b("a", "m")@1; node("a", "b")@1;
      log(Y, V)@async :- b(X, V), node(X, Y);
      log(X, V)@next :- log(X, V);)",
                         fspec_of(3, {"a", "b"}));
  const auto graph = graph_of(e, "log", 3);
  EXPECT_EQ(firings(e, graph), (Texts{"log(b,m)@2 <- b(a,m)@1 node(a,b)@1 clock(a,b,1)",
                                      "log(b,m)@3 <- log(b,m)@2 clock(b,b,2)"}));
  ASSERT_EQ(graph.roots.size(), 1U);
  EXPECT_FALSE(graph.goals[graph.roots[0]].given);
  EXPECT_EQ(
      std::count_if(graph.goals.begin(), graph.goals.end(), [](const Goal& g) { return g.given; }),
      2);
}

TEST(Derive, AllSupportsAreThereAndLostMessagesAreNot) {
  const std::string text = R"(
      b("a", "m")@1; b("b", "m")@1; node("a", "c")@1; node("b", "c")@1;
      log(Y, V)@async :- b(X, V), node(X, Y);)";
  const auto both = execute(text, fspec_of(2, {"a", "b", "c"}));
  EXPECT_EQ(graph_of(both, "log", 2).firings.size(), 2U);
  const auto one = execute(text, fspec_of(2, {"a", "b", "c"}), "O(a,c,1)");
  EXPECT_EQ(firings(one, graph_of(one, "log", 2)),
            (Texts{"log(c,m)@2 <- b(b,m)@1 node(b,c)@1 clock(b,c,1)"}));
}

TEST(Derive, AbsencesCrashesAndPastTicksArePremisesInBodyOrder) {
  const auto e = execute(R"(
      p("a", 1)@1; go("a")@1; go(X)@next :- go(X);
      q(X) :- go(X), notin ack(X, _, 2), p(X, V)@1, crash(X, X, T);
      ack(X, X, 3) :- go(X);)",
                         fspec_of(2, {"a"}), "C(a,2)");
  const auto graph = graph_of(e, "q", 2);
  const auto texts = firings(e, graph);
  ASSERT_EQ(texts.size(), 2U);
  EXPECT_EQ(texts[1], "q(a)@2 <- go(a)@2 not ack(a,_,2)@2 p(a,1)@1 crash(a,a,2)@2");
  for (const Goal& goal : graph.goals) {
    if (goal_text(*e.program, goal) == "crash(a,a,2)@2") {
      EXPECT_TRUE(goal.given);
    }
  }
}

TEST(Derive, AnAggregateRestsOnItsWholeGroup) {
  const auto e = execute(R"(
      a("x", 1)@1; a("x", 2)@1; a("y", 3)@1;
      n(X, count<V>) :- a(X, V), notin bad(X);
      n(X, max<V>) :- a(X, V);
      bad("z") :- a("z", _);)",
                         fspec_of(1, {"a"}));
  const auto graph = graph_of(e, "n", 1);
  EXPECT_EQ(firings(e, graph),
            (Texts{"n(x,2)@1 <- a(x,1)@1 a(x,2)@1", "n(x,2)@1 <- a(x,1)@1 not bad(x)@1 a(x,2)@1",
                   "n(y,1)@1 <- a(y,3)@1 not bad(y)@1", "n(y,3)@1 <- a(y,3)@1"}));
}

TEST(Derive, SharedGoalsAreMetOnceAndCyclesEnd) {
  const auto e = execute(R"(
      e("a", "b")@1; e("b", "a")@1;
      path(X, Y) :- e(X, Y);
      path(X, Z) :- path(X, Y), path(Y, Z);)",
                         fspec_of(1, {"a", "b"}));
  const auto graph = graph_of(e, "path", 1);
  EXPECT_EQ(graph.goals.size(), 6U);
  EXPECT_EQ(graph.firings.size(), 2U + 8U);
}

TEST(Derive, RepeatedPremisesStandOnce) {
  const auto e = execute(R"(p("a")@1; q(X) :- p(X), p(Y), X == Y;)", fspec_of(1, {"a"}));
  EXPECT_EQ(firings(e, graph_of(e, "q", 1)), (Texts{"q(a)@1 <- p(a)@1"}));
}

TEST(Derive, ComputedHeadsAreRecognized) {
  const auto e = execute(R"(
      p("a", 1)@1; p("a", 2)@1;
      r(X, V * V, 4)@next :- p(X, V);)",
                         fspec_of(2, {"a"}));
  EXPECT_EQ(firings(e, graph_of(e, "r", 2)),
            (Texts{"r(a,1,4)@2 <- p(a,1)@1 clock(a,a,1)", "r(a,4,4)@2 <- p(a,2)@1 clock(a,a,1)"}));
}

TEST(GoalText, QuotesAndIntegers) {
  const auto e =
      execute(R"(p(3, "two words")@1; p(X, V)@next :- p(X, V); q(V) :- p(X, V), notin p(4, V);)",
              fspec_of(2, {"a"}));
  const auto texts = firings(e, graph_of(e, "q", 2));
  EXPECT_EQ(texts, (Texts{"p(3,\"two words\")@2 <- p(3,\"two words\")@1 clock(3,3,1)",
                          "q(\"two words\")@2 <- p(3,\"two words\")@2 not p(4,\"two words\")@2"}));
}

}  // namespace
}  // namespace ldfi::provenance
