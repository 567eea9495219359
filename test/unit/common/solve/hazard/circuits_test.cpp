#include "common/solve/hazard/circuits.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "common/dedalus/ground/executor.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/ground/lineage.hpp"
#include "common/solve/sat/cryptominisat.hpp"
#include "test/support/fspec.hpp"
#include "test/support/random_program.hpp"
#include "test/support/search/search.hpp"

namespace ldfi::hazard {
namespace {

using sat::Answer;
using sat::Literal;

// A fact that is only kept is one variable for all its ticks, and so is its negation. 40,000 such names must
// not cause recursion.
TEST(Circuits, NamesShareAVariable) {
  const auto variables = [](int eot) {
    const test::Search s(
        "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); kept(B)@next :- got(B); kept(B)@next :- "
        "kept(B); b(\"b\")@1; b(X)@next :- b(X); lost(X) :- b(X), notin kept(X);"
        "pre(X) :- b(X), lost(X); post(X) :- kept(X);",
        test::fspec(eot, 1, 0, {"a", "b"}));
    const auto solver = sat::make_cryptominisat(1);
    Circuits circuits(s.universe(), *solver);
    circuits.expand_everything();
    EXPECT_EQ(solver->solve({}), Answer::satisfiable);
    return solver->variables();
  };
  EXPECT_EQ(variables(40'000), variables(5));
}

/// Finds the relevant faults: a fault that no rule depends on has no variable, and a crash after a node's
/// last message has no effect.
class Relevant {
 public:
  explicit Relevant(const ground::Universe& u) : u_(u), last_(u.fspec().node_count(), Time(0)) {
    for (const Channel& c : u.channels()) mention(c.from, c.sent);
    for (std::uint32_t n = 0; n < u.cone(); ++n) {
      if (u.info(FactId(n)).kind != ground::FactKind::fault) continue;
      const FaultFact crash = u.fault_fact(FactId(n));
      mention(crash.node, crash.at);
    }
  }

  bool operator()(const FaultSet& f) const {
    const bool crashes = std::ranges::all_of(
        f.all<Crash>(), [&](const Crash& c) { return c.at <= last_[c.node.index()]; });
    return crashes && std::ranges::all_of(f.all<Omission>(), [&](const Omission& o) {
             return std::ranges::any_of(u_.channels(), [&](const Channel& c) {
               return Omission{c.from, c.to, c.sent} == o;
             });
           });
  }

 private:
  void mention(NodeId node, Time at) { last_[node.index()] = std::max(last_[node.index()], at); }

  const ground::Universe& u_;
  std::vector<Time> last_;  ///< by node
};

// The two promises of the circuits (docs/explanation/search.md#why-and-why-not-circuits): whatever was expanded, an excluded fault set is
// harmless; and expanding an execution's lineage excludes that execution's fault set.
TEST(Circuits, ExcludeOnlyHarmlessSetsAndAlwaysTheExecutedOne) {
  int excluded = 0;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const auto random = test::random_program(seed);
    const auto program = test::checked(random);
    if (!program) continue;
    const Fspec fspec(random.fspec);
    if (fspec.distinct_fault_sets() > 300) continue;
    const auto universe = ground::ground_program(*program, fspec);
    ground::Executor run(universe);
    const auto solver = sat::make_cryptominisat(seed);
    Circuits circuits(universe, *solver);
    const auto possible = [&](const FaultSet& f, std::optional<Literal> question) {
      std::vector<Literal> assumptions;
      if (question) assumptions.push_back(*question);
      const auto members = circuits.faults().literals(f);
      for (Literal v : circuits.faults().ordered()) {
        assumptions.push_back(std::find(members.begin(), members.end(), v) == members.end() ? -v
                                                                                            : v);
      }
      return solver->solve(assumptions) == Answer::satisfiable;
    };
    const Relevant relevant(universe);
    for (const FaultSet& learned : test::all_fault_sets(fspec)) {
      if (!relevant(learned) || learned.size() > 2) continue;
      run.execute(learned);
      if ((run.violating() | run.errors()) & 1U) continue;
      circuits.expand(ground::explain(universe, run));
      EXPECT_FALSE(possible(learned, circuits.violation()))
          << "seed " << seed << ": " << to_text(learned, fspec);
      if (!circuits.error()) continue;
      EXPECT_FALSE(possible(learned, circuits.error()))
          << "seed " << seed << ": " << to_text(learned, fspec);
    }
    for (const FaultSet& f : test::all_fault_sets(fspec)) {
      if (!relevant(f)) continue;
      run.execute(f);
      if (!possible(f, circuits.violation())) {
        ++excluded;
        EXPECT_EQ(run.violating() & 1U, 0U) << "seed " << seed << ": " << to_text(f, fspec);
      }
      if (circuits.error() && !possible(f, circuits.error())) {
        EXPECT_EQ(run.errors() & 1U, 0U) << "seed " << seed << ": " << to_text(f, fspec);
      }
    }
  }
  EXPECT_GT(excluded, 100);
}

}  // namespace
}  // namespace ldfi::hazard
