// Checks derivation graphs of random executions. All premises of each rule firing must hold. Every
// tuple that holds must be derivable in the graph from given facts, absent facts and the clock.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>

#include "common/base/errors.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "test/oracle/naive.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {
namespace {

using provenance::DerivationGraph;
using provenance::Firing;
using provenance::Goal;
using provenance::GoalKind;

bool matches(const Goal& goal, const eval::Tuple& tuple) {
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if ((goal.wildcards >> i & 1U) == 0 && goal.tuple[i] != tuple[i]) return false;
  }
  return true;
}

bool true_in(const eval::Model& model, const Goal& goal) {
  if (goal.kind == GoalKind::clock) return true;
  if (goal.kind == GoalKind::present) return model.contains(goal.relation, goal.at, goal.tuple);
  for (const auto& tuple : model.tuples(goal.relation, goal.at)) {
    if (matches(goal, tuple)) return false;
  }
  return true;
}

/// Returns the number of tuples that can be derived from the tuples without a rule firing. All
/// tuples must be derivable.
std::size_t derivable(const DerivationGraph& graph) {
  std::vector<bool> known(graph.goals.size());
  for (std::size_t g = 0; g < known.size(); ++g) {
    known[g] = graph.goals[g].given || graph.goals[g].kind != GoalKind::present;
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (const Firing& firing : graph.firings) {
      bool fires = !known[firing.head];
      for (const std::uint32_t p : firing.premises) fires = fires && known[p];
      if (fires) known[firing.head] = changed = true;
    }
  }
  return static_cast<std::size_t>(std::count(known.begin(), known.end(), true));
}

void check_graph(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults) {
  const auto model = eval::run(program, fspec, faults);
  std::vector<provenance::Root> roots;
  for (int t = 1; t <= fspec.eot(); ++t) {
    for (std::size_t r = 0; r < program.relations.size(); ++r) {
      for (auto& tuple : model->tuples(RelationId(r), Time(t))) {
        roots.push_back({RelationId(r), std::move(tuple), Time(t)});
      }
    }
  }
  const DerivationGraph graph = provenance::derive(program, fspec, faults, *model, roots);
  EXPECT_EQ(graph.roots.size(), roots.size());
  for (const Goal& goal : graph.goals) {
    EXPECT_TRUE(true_in(*model, goal)) << provenance::goal_text(program, goal);
  }
  EXPECT_EQ(derivable(graph), graph.goals.size());
  EXPECT_EQ(graph.firings.size(), naive_firings(program, fspec, faults));
}

TEST(ProvenanceOracle, GraphsDeriveTheModel) {
  constexpr std::uint64_t count = 1000;
  for (std::uint64_t seed = 1; seed <= count && !::testing::Test::HasFailure(); ++seed) {
    const RandomProgram random = random_program(seed);
    const auto program = checked(random);
    if (!program) continue;
    const Fspec fspec(random.fspec);
    SCOPED_TRACE(fmt::format("seed {}\n{}", seed, describe(random)));
    try {
      check_graph(*program, fspec, FaultSet());
      check_graph(*program, fspec, random_fault_set(fspec, seed));
    } catch (const InputError&) {
      continue;  // arithmetic fails, so the execution has no result
    }
  }
  std::cout << "seeds 1 to " << count << "\n";
}

}  // namespace
}  // namespace ldfi::test
