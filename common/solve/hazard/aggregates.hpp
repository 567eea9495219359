// Clauses that decide when aggregate facts hold and when they do not
// (docs/explanation/search.md#why-and-why-not-circuits). An aggregate fact states that the
// aggregate's value is in a range [low, high].
#pragma once

#include <functional>
#include <map>
#include <vector>

#include "common/dedalus/ground/universe.hpp"
#include "common/solve/hazard/clauses.hpp"

namespace ldfi::hazard {

class AggregateCircuits {
 public:
  /// A function that returns the literal of a fact. For a fact that holds in every execution, it
  /// must return `clauses.always()`.
  using Holds = std::function<sat::Literal(FactId)>;

  AggregateCircuits(Clauses& clauses, Holds holds)
      : clauses_(clauses), holds_of_(std::move(holds)) {}

  /// Defines the literal `fact` as "the group is not empty and its aggregate is in the range", in
  /// terms of the group's contributors. `range.group` must be the number of this group.
  void define(sat::Literal fact, const ground::Group& group, const ground::AggregateRange& range);

 private:
  struct Thresholds {
    std::vector<sat::Literal> present;  ///< literal j is true if at least j contributors hold
    std::vector<sat::Literal> absent;  ///< literal j is true if at least j contributors do not hold
  };
  /// The literals of possible sums. A key has a sum, and whether any contributor holds.
  using SumLayer = std::map<std::pair<bool, ground::Wide>, sat::Literal>;

  sat::Literal holds(FactId f) { return holds_of_(f); }
  sat::Literal fails(FactId f) { return -holds_of_(f); }
  void imply(const std::vector<sat::Literal>& body, sat::Literal head) {
    clauses_.imply(body, head);
  }
  void define_count(sat::Literal fact, const ground::Group& group,
                    const ground::AggregateRange& range);
  void define_extreme(sat::Literal fact, const ground::Group& group,
                      const ground::AggregateRange& range);
  void define_sum(sat::Literal fact, const ground::Group& group,
                  const ground::AggregateRange& range);
  const Thresholds& thresholds(std::uint32_t id, const ground::Group& group);
  const SumLayer& sums(std::uint32_t id, const ground::Group& group);
  SumLayer next_layer(const SumLayer& layer, const ground::Contributor& c);

  Clauses& clauses_;
  Holds holds_of_;
  std::map<std::uint32_t, Thresholds> thresholds_;  ///< by the number of the group
  std::map<std::uint32_t, SumLayer> sums_;          ///< by the number of the group
};

}  // namespace ldfi::hazard
