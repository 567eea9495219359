// What a search by formula says when its solver proposes far more faults than are needed, as any
// solver may: the least falsifier all the same, and "minimal" only where that is known.
#include "common/search/lineage.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "common/sat/cadical.hpp"
#include "test/support/execution.hpp"
#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"
#include "worker/execute/ground_executor.hpp"

namespace ldfi::test {
namespace {

/// Makes true what can be true in a model. It also takes its time, in which a scout gets on.
class LavishSolver final : public sat::Solver {
 public:
  sat::Literal new_variable() override { return solver_->new_variable(); }
  using Solver::add;
  void add(std::span<const sat::Literal> clause) override { solver_->add(clause); }
  sat::Answer solve(std::span<const sat::Literal> assumptions) override {
    for (int i = 0; check_ && ++questions_ > 1 && i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      check_();
    }
    std::vector<sat::Literal> all(assumptions.begin(), assumptions.end());
    if (solver_->solve(all) != sat::Answer::satisfiable) return sat::Answer::unsatisfiable;
    for (sat::Literal v = 1; v <= static_cast<sat::Literal>(solver_->variables()); ++v) {
      all.push_back(v);
      if (solver_->solve(all) != sat::Answer::satisfiable) all.pop_back();
    }
    return solver_->solve(all);
  }
  [[nodiscard]] bool value(sat::Literal v) const override { return solver_->value(v); }
  void set_check(BudgetCheck check) override { check_ = std::move(check); }
  void set_conflict_limit(std::uint64_t) override {}
  [[nodiscard]] std::size_t variables() const override { return solver_->variables(); }
  [[nodiscard]] std::size_t clauses() const override { return solver_->clauses(); }

 private:
  std::unique_ptr<sat::Solver> solver_ = sat::make_cadical(1);
  BudgetCheck check_;
  int questions_ = 0;
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
  ASSERT_EQ(result.counterexamples.size(), 1U);
  EXPECT_FALSE(result.counterexamples[0].minimal);
}

}  // namespace
}  // namespace ldfi::test
