#include "common/solve/hazard/clauses.hpp"

#include <gtest/gtest.h>

#include "common/solve/sat/cadical.hpp"

namespace ldfi::hazard {
namespace {

using sat::Answer;
using sat::Literal;

TEST(Clauses, AnImplicationForcesItsHeadWhenAllOfItsBodyHolds) {
  const auto solver = sat::make_cadical(1);
  const Literal a = solver->new_variable();
  const Literal b = solver->new_variable();
  const Literal head = solver->new_variable();
  Clauses clauses(*solver);
  clauses.imply({a, clauses.always(), b, a}, head);
  const auto possible = [&](std::vector<Literal> assumed) {
    return solver->solve(assumed) == Answer::satisfiable;
  };
  EXPECT_FALSE(possible({a, b, -head}));
  EXPECT_TRUE(possible({a, -b, -head}));
  EXPECT_TRUE(possible({-a, -b, head}));
  clauses.imply({a}, clauses.never());
  EXPECT_FALSE(possible({a}));
}

TEST(Clauses, WhatIsKnownBeforehandCostsNothing) {
  const auto solver = sat::make_cadical(1);
  const Literal a = solver->new_variable();
  Clauses clauses(*solver);
  const std::size_t before = solver->clauses();
  clauses.imply({a}, clauses.always());
  clauses.imply({a, clauses.never()}, -a);
  EXPECT_EQ(solver->clauses(), before);
  EXPECT_EQ(clauses.forced_by_any({}), clauses.never());
  EXPECT_EQ(clauses.forced_by_any({a}), a);
  EXPECT_EQ(solver->variables(), 2U);
}

TEST(Clauses, EachReasonForcesTheirDisjunction) {
  const auto solver = sat::make_cadical(1);
  const Literal a = solver->new_variable();
  const Literal b = solver->new_variable();
  Clauses clauses(*solver);
  const Literal any = clauses.forced_by_any({a, b});
  for (const Literal reason : {a, b}) {
    EXPECT_EQ(solver->solve(std::vector<Literal>{reason, -any}), Answer::unsatisfiable);
  }
  EXPECT_EQ(solver->solve(std::vector<Literal>{-a, -b, any}), Answer::satisfiable);
}

}  // namespace
}  // namespace ldfi::hazard
