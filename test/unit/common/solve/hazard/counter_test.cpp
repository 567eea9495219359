#include "common/solve/hazard/counter.hpp"

#include <gtest/gtest.h>

#include "common/solve/sat/cadical.hpp"
#include "common/solve/sat/cryptominisat.hpp"

namespace ldfi::hazard {
namespace {

using sat::Answer;
using sat::Literal;

TEST(Counter, ForcesAnOutputExactlyWhenEnoughInputsHold) {
  for (std::size_t n = 1; n <= 6; ++n) {
    for (std::size_t bound = 1; bound <= n; ++bound) {
      const auto solver = sat::make_cryptominisat(1);
      std::vector<Literal> inputs;
      for (std::size_t i = 0; i < n; ++i) inputs.push_back(solver->new_variable());
      const Counter counter(*solver, inputs, bound);
      for (std::uint32_t m = 0; m < (1U << n); ++m) {
        std::vector<Literal> assumptions;
        for (std::size_t i = 0; i < n; ++i)
          assumptions.push_back((m >> i & 1U) != 0 ? inputs[i] : -inputs[i]);
        for (std::size_t j = 1; j <= counter.size(); ++j) {
          assumptions.push_back(-counter.at_least(j));
          const bool forced = solver->solve(assumptions) == Answer::unsatisfiable;
          assumptions.pop_back();
          EXPECT_EQ(forced, static_cast<std::size_t>(__builtin_popcount(m)) >= j)
              << n << " " << bound << " " << m;
        }
      }
    }
  }
}

TEST(Counter, CountsFurtherWhenExtended) {
  for (std::size_t n = 1; n <= 7; ++n) {
    for (std::size_t steps = 0; steps < (std::size_t{1} << (n - 1)); ++steps) {
      const auto solver = sat::make_cadical(1);
      std::vector<Literal> inputs;
      for (std::size_t i = 0; i < n; ++i) inputs.push_back(solver->new_variable());
      Counter counter(*solver, inputs, 1);
      const Literal first = counter.at_least(1);
      for (std::size_t bound = 2; bound <= n; ++bound) {
        if ((steps >> (bound - 2) & 1U) != 0) counter.extend(bound);
      }
      counter.extend(n + 1);
      ASSERT_EQ(counter.size(), n);
      EXPECT_EQ(counter.at_least(1), first);
      for (std::uint32_t m = 0; m < (1U << n); ++m) {
        const auto count = static_cast<std::size_t>(__builtin_popcount(m));
        std::vector<Literal> assumptions;
        for (std::size_t i = 0; i < n; ++i)
          assumptions.push_back((m >> i & 1U) != 0 ? inputs[i] : -inputs[i]);
        if (count < n) assumptions.push_back(-counter.at_least(count + 1));
        EXPECT_EQ(solver->solve(assumptions), Answer::satisfiable) << n << " " << steps << " " << m;
        if (count == 0) continue;
        assumptions.push_back(-counter.at_least(count));
        EXPECT_EQ(solver->solve(assumptions), Answer::unsatisfiable)
            << n << " " << steps << " " << m;
      }
    }
  }
}

}  // namespace
}  // namespace ldfi::hazard
