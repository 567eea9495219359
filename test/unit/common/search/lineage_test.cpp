// What a search by formula says when its solver proposes far more faults than are needed, as any
// solver may: the least falsifier all the same, and "minimal" only where that is known.
#include "common/search/lineage.hpp"

#include <gtest/gtest.h>

#include "test/support/execution.hpp"
#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"
#include "test/support/search/solvers.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

/// Makes true what can be true in a model.
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

/// a tells b, and b hears it from c, d and e as well.
const char* const relay = R"(n("a", "b")@1; n("a", "c")@1; n("a", "d")@1; n("a", "e")@1;
  m(M)@async :- n(N, M); log(N) :- m(N); log(N)@next :- log(N);
  log("b")@async :- m("c"); log("b")@async :- m("d"); log("b")@async :- m("e");
  want("b")@3; want(N)@next :- want(N); pre(N) :- want(N); post(N) :- log(N), want(N);)";

TEST(Lineage, BelievesAScoutNoFurtherThanItLooked) {
  // The scout tells that three faults are too few, and ends: four are enough, but models have more.
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
  // The least set is still running when a larger one turns out to violate.
  const Search search(R"(n("a", "b")@1; n("c", "b")@1; got(M, N)@async :- n(N, M);
      got(M, N)@next :- got(M, N); want("a")@3; want("c")@3; want(N)@next :- want(N);
      pre(N) :- want(N); post(N) :- got("b", N);)",
                      fspec(3, 1, 0, {"a", "b", "c"}));
  const auto executor = execute::make_ground_executor(search.universe());
  search::LineageOptions options;
  options.expand = Expansion::live;
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

}  // namespace
}  // namespace ldfi::test
