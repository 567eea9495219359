// Reads from the models of a solver which literals and fault sets hold.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "common/solve/hazard/fault_variables.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "test/support/enumerated.hpp"

namespace ldfi::hazard {

[[nodiscard]] inline bool holds(const sat::Solver& solver, sat::Literal l) {
  return l > 0 ? solver.value(l) : !solver.value(-l);
}

/// Expects that the models over the variables of faults are the fault sets of the enumeration, and
/// that each counts its faults. Omissions have variables only where `channels` has messages.
inline void expect_models(const Fspec& fspec, const std::vector<Channel>& channels) {
  const auto solver = sat::make_solver(SolverName::cadical, 1);
  FaultVariables variables(fspec, *solver);
  variables.extend(channels, {});
  std::set<FaultSet> models;
  while (solver->solve({}) == sat::Answer::satisfiable) {
    models.insert(variables.model(*solver));
    std::vector<sat::Literal> clause;
    std::size_t counted = 0;
    for (const sat::Literal l : variables.ordered()) {
      clause.push_back(holds(*solver, l) ? -l : l);
    }
    for (const sat::Literal l : variables.counted()) counted += holds(*solver, l) ? 1U : 0U;
    EXPECT_EQ(counted, variables.model(*solver).size());
    solver->add(clause);
  }
  const auto all = test::enumerated(fspec);
  EXPECT_EQ(models, std::set<FaultSet>(all.begin(), all.end()))
      << limits_in_words(fspec.parameters());
}

/// Expects that a model with exactly these faults loses the channels, and makes the facts hold, as the fault
/// set does.
inline void expect_tied(const FaultSet& faults, const Fspec& fspec, const FaultVariables& variables,
                        sat::Solver& solver, const std::vector<Channel>& channels,
                        const std::vector<FaultFact>& facts) {
  const std::string text = to_text(faults, fspec);
  const std::vector<sat::Literal> chosen = variables.literals(faults);
  std::vector<sat::Literal> assumed;
  for (const sat::Literal l : variables.ordered()) {
    const bool in = std::find(chosen.begin(), chosen.end(), l) != chosen.end();
    assumed.push_back(in ? l : -l);
  }
  ASSERT_EQ(solver.solve(assumed), sat::Answer::satisfiable) << text;
  for (std::size_t c = 0; c < channels.size(); ++c) {
    bool lost = false;
    for (const sat::Literal l : variables.losses(ground::ChannelId(c))) {
      lost = lost || holds(solver, l);
    }
    EXPECT_EQ(lost, faults.loses(channels[c])) << text << " " << c;
  }
  for (const FaultFact& fact : facts) {
    EXPECT_EQ(holds(solver, variables.literal(fact)), faults.makes(fact))
        << text << " at " << fact.at.tick();
  }
}

}  // namespace ldfi::hazard
