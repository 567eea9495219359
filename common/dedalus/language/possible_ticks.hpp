// When relations can hold, whatever their tuples and whatever the faults: where they have a fact,
// and where all literals without `notin` of one of their rules can hold. What cannot hold here
// holds in no execution; the opposite need not be true.
//
//   const PossibleTicks ticks(program);
//   if (!ticks.fires_ever(rule)) …
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

class PossibleTicks {
 public:
  /// `program` must outlive it, and have its strata. The work is bounded: where it ends, everything
  /// can hold.
  explicit PossibleTicks(const Program& program);

  /// All functions require relations and rules of the program, and a tick of 1 or later.
  [[nodiscard]] bool holds(RelationId relation, int tick) const {
    return rows_[std::min(static_cast<std::size_t>(tick), rows_.size()) - 1][relation.index()];
  }
  /// The first tick; 0 if there is none.
  [[nodiscard]] int first(RelationId relation) const;
  [[nodiscard]] bool holds(const Literal& literal, int tick) const;
  [[nodiscard]] bool fires(const Rule& rule, int tick) const;
  [[nodiscard]] bool fires_ever(const Rule& rule) const;
  /// True if there is a tick at which both can hold.
  [[nodiscard]] bool meet(const Literal& a, const Literal& b) const;
  /// "at tick 1 only", "from tick 2 on", …
  [[nodiscard]] std::string text(RelationId relation) const;

 private:
  using Row = std::vector<bool>;  ///< by relation

  [[nodiscard]] int settled() const { return static_cast<int>(rows_.size()); }
  void add_facts(int tick, std::size_t& next_fact);
  void close_tick(int tick);
  void start_next(int tick, Row& next) const;

  const Program& program_;
  std::vector<const GivenFact*> facts_;  ///< by tick
  std::vector<Row> rows_;  ///< by tick, from 1; the last one is that of all later ticks
};

}  // namespace ldfi::dedalus
