// An aggregate fact holds exactly if its group is not empty and its value is in the range. This is compared
// with the aggregate of every choice of contributors.
#include "common/solve/hazard/aggregates.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>

#include "common/solve/sat/cadical.hpp"

namespace ldfi::hazard {
namespace {

using dedalus::AggregateKind;
using sat::Answer;
using sat::Literal;

/// Returns the aggregate of the values, of which there is at least one.
int aggregate(AggregateKind kind, const std::vector<int>& values) {
  switch (kind) {
    case AggregateKind::count:
      return static_cast<int>(values.size());
    case AggregateKind::sum:
      return std::accumulate(values.begin(), values.end(), 0);
    case AggregateKind::min:
      return *std::min_element(values.begin(), values.end());
    case AggregateKind::max:
      return *std::max_element(values.begin(), values.end());
  }
  return 0;
}

constexpr std::size_t contributors = 4;
constexpr int values[contributors] = {-2, 0, 1, 2};

/// For every choice of contributors. If one is `certain`, it always holds.
void check(AggregateKind kind, int low, int high, bool certain) {
  const auto solver = sat::make_cadical(1);
  Clauses clauses(*solver);
  ground::Group group{kind, {}};
  std::vector<Literal> present;
  for (std::size_t i = 0; i < contributors; ++i) {
    group.contributors.push_back({FactId(i), values[i]});
    present.push_back(certain && i == 0 ? clauses.always() : solver->new_variable());
  }
  AggregateCircuits circuits(clauses, [&](FactId f) { return present[f.index()]; });
  const Literal fact = solver->new_variable();
  circuits.define(fact, group, {0, low, high});
  for (std::uint32_t choice = 0; choice < (1U << contributors); ++choice) {
    std::vector<int> chosen;
    std::vector<Literal> assumed;
    for (std::size_t i = 0; i < contributors; ++i) {
      const bool in = (choice >> i & 1U) != 0;
      if (in) chosen.push_back(values[i]);
      assumed.push_back(in ? present[i] : -present[i]);
    }
    if (certain && (choice & 1U) == 0) continue;
    const bool holds =
        !chosen.empty() && low <= aggregate(kind, chosen) && aggregate(kind, chosen) <= high;
    assumed.push_back(holds ? -fact : fact);
    EXPECT_EQ(solver->solve(assumed), Answer::unsatisfiable)
        << "kind " << static_cast<int>(kind) << " in " << low << ".." << high << ", choice "
        << choice << (certain ? ", one is certain" : "");
    assumed.back() = -assumed.back();
    EXPECT_EQ(solver->solve(assumed), Answer::satisfiable);
  }
}

TEST(AggregateCircuits, HoldExactlyWhenTheValueLiesInTheRange) {
  for (const bool certain : {false, true}) {
    for (const auto& [low, high] : {std::pair(1, 1), {1, 4}, {2, 3}, {4, 4}}) {
      check(AggregateKind::count, low, high, certain);
    }
    for (const AggregateKind kind : {AggregateKind::sum, AggregateKind::min, AggregateKind::max}) {
      for (const auto& [low, high] : {std::pair(-2, -2), {0, 0}, {-1, 1}, {1, 3}, {-2, 2}}) {
        check(kind, low, high, certain);
      }
    }
  }
}

}  // namespace
}  // namespace ldfi::hazard
