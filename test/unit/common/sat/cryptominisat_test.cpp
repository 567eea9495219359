// The adapter against brute force on small random formulas, incrementally and under assumptions.
#include "common/sat/cryptominisat.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>

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

TEST(CryptoMiniSat, AgreesWithBruteForce) {
  std::mt19937 random(20150531);  // the same sequence everywhere
  const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
  for (int round = 0; round < 60; ++round) {
    const int variables = 4 + below(7);
    const auto solver = make_cryptominisat(1);
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

}  // namespace
}  // namespace ldfi::sat
