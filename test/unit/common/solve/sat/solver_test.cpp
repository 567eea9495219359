// Compares the adapters with brute force on small random formulas, incrementally and under assumptions.
#include "common/solve/sat/solver.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "common/base/errors.hpp"
#include "common/solve/sat/make_solver.hpp"

namespace ldfi::sat {
namespace {

using Clause = std::vector<Literal>;

bool satisfies(std::uint32_t model, const Clause& clause) {
  for (Literal l : clause) {
    if (((model >> (std::abs(l) - 1)) & 1U) == (l > 0 ? 1U : 0U)) return true;
  }
  return false;
}

bool brute_force(int variables, const std::vector<Clause>& clauses, const Clause& assumptions) {
  for (std::uint32_t model = 0; model < (1U << variables); ++model) {
    bool good = true;
    for (const Clause& c : clauses) good = good && satisfies(model, c);
    for (Literal l : assumptions) good = good && satisfies(model, {l});
    if (good) return true;
  }
  return false;
}

class Solvers : public testing::TestWithParam<SolverName> {};

TEST_P(Solvers, AgreeWithBruteForce) {
  std::mt19937 random(20150531);  // the same sequence everywhere
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 60; ++round) {
    const int variables = 4 + below(7);
    const auto solver = make_solver(GetParam(), 1);
    for (int v = 1; v <= variables; ++v) EXPECT_EQ(solver->new_variable(), v);
    const auto literal = [&] { return (1 + below(variables)) * (below(2) == 0 ? 1 : -1); };
    std::vector<Clause> clauses;
    for (int step = 0; step < 12; ++step) {
      for (int n = 0; n < 4; ++n) {
        Clause c;
        for (int k = 0; k < 1 + below(3); ++k) c.push_back(literal());
        solver->add(c);
        clauses.push_back(c);
      }
      const Clause assumptions{literal(), literal()};
      const Clause some{literal(), literal()};
      std::vector<Clause> for_once = clauses;
      for_once.push_back(some);
      ASSERT_EQ(solver->solve_with(assumptions, some) == Answer::satisfiable,
                brute_force(variables, for_once, assumptions))
          << "round " << round;
      const Answer answer = solver->solve(assumptions);
      ASSERT_EQ(answer == Answer::satisfiable, brute_force(variables, clauses, assumptions))
          << "round " << round;
      if (answer != Answer::satisfiable) continue;
      std::uint32_t model = 0;
      for (int v = 1; v <= variables; ++v) model |= (solver->value(v) ? 1U : 0U) << (v - 1);
      for (const Clause& c : clauses) ASSERT_TRUE(satisfies(model, c));
      for (Literal l : assumptions) ASSERT_TRUE(satisfies(model, {l}));
    }
  }
}

/// Seven pigeons, six holes: thousands of conflicts.
void add_pigeons(Solver& solver) {
  std::vector<std::vector<Literal>> in(7);
  for (auto& pigeon : in) {
    for (int hole = 0; hole < 6; ++hole) pigeon.push_back(solver.new_variable());
    solver.add(pigeon);
  }
  for (std::size_t hole = 0; hole < 6; ++hole) {
    for (std::size_t a = 0; a < in.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) solver.add({-in[a][hole], -in[b][hole]});
    }
  }
}

TEST_P(Solvers, GiveUpAtTheConflictLimitOnly) {
  const auto solver = make_solver(GetParam(), 1);
  add_pigeons(*solver);
  solver->set_conflict_limit(10);
  EXPECT_EQ(solver->solve({}), Answer::unknown);
  solver->set_conflict_limit(0);
  EXPECT_EQ(solver->solve({}), Answer::unsatisfiable);
}

TEST_P(Solvers, KeepTheLastModelWhileTheFormulaGrows) {
  const auto solver = make_solver(GetParam(), 1);
  const Literal x = solver->new_variable();
  const Literal y = solver->new_variable();
  solver->add({x, y});
  const Literal question[] = {-x};
  ASSERT_EQ(solver->solve(question), Answer::satisfiable);
  solver->add({-y, solver->new_variable()});
  EXPECT_FALSE(solver->value(x));
  EXPECT_TRUE(solver->value(y));
}

/// n + 1 things do not fit into n places, which is hard to prove.
void add_pigeons(Solver& solver, int places) {
  std::vector<std::vector<Literal>> in;
  for (int i = 0; i <= places; ++i) {
    auto& one = in.emplace_back();
    for (int p = 0; p < places; ++p) one.push_back(solver.new_variable());
    solver.add(one);
  }
  for (int p = 0; p < places; ++p) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j)
        solver.add({-in[i][static_cast<std::size_t>(p)], -in[j][static_cast<std::size_t>(p)]});
    }
  }
}

TEST_P(Solvers, BudgetEndsAQuestion) {
  const auto solver = make_solver(GetParam(), 1);
  add_pigeons(*solver, 12);
  int asked = 0;
  solver->set_check([&asked] {
    if (++asked == 3) throw BudgetExceeded("time", "time");
  });
  EXPECT_THROW(static_cast<void>(solver->solve({})), BudgetExceeded);
}

TEST_P(Solvers, BudgetIsAskedWhileClausesAreAdded) {
  const auto solver = make_solver(GetParam(), 1);
  solver->set_check([] { throw BudgetExceeded("memory", "memory"); });
  EXPECT_THROW(
      {
        for (int i = 0; i < 20'000; ++i) solver->add({solver->new_variable()});
      },
      BudgetExceeded);
}

INSTANTIATE_TEST_SUITE_P(Both, Solvers,
                         testing::Values(SolverName::cadical, SolverName::cryptominisat),
                         [](const auto& kind) {
                           return kind.param == SolverName::cadical ? "CaDiCaL" : "CryptoMiniSat";
                         });

}  // namespace
}  // namespace ldfi::sat
