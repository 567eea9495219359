// Computes the ticks at which each relation may hold, without looking at tuples or faults. A
// relation may hold at a tick if it has a fact there, or if all positive literals of one of its
// rules may hold. A relation that may not hold according to this class holds in no execution. But a
// relation that may hold need not hold in any execution.
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
  /// `program` must have its strata, and must outlive this object. After a limited number of ticks,
  /// every relation counts as possible.
  explicit PossibleTicks(const Program& program);

  /// Returns whether the relation may hold at the tick. This and the following functions require
  /// relations and rules of the program, and a tick of 1 or later.
  [[nodiscard]] bool holds(RelationId relation, int tick) const {
    return rows_[std::min(static_cast<std::size_t>(tick), rows_.size()) - 1][relation.index()];
  }
  /// Returns the first tick at which the relation may hold, or 0 if there is none.
  [[nodiscard]] int first(RelationId relation) const;
  [[nodiscard]] bool holds(const Literal& literal, int tick) const;
  [[nodiscard]] bool fires(const Rule& rule, int tick) const;
  [[nodiscard]] bool fires_ever(const Rule& rule) const;
  /// Returns true if both literals may hold at the same tick.
  [[nodiscard]] bool meet(const Literal& a, const Literal& b) const;
  /// Returns the ticks at which the relation may hold in words, such as "at tick 1 only" or "from
  /// tick 2 on".
  [[nodiscard]] std::string text(RelationId relation) const;

 private:
  using Row = std::vector<bool>;  ///< for each relation, true if it can hold at this tick

  [[nodiscard]] int settled() const { return static_cast<int>(rows_.size()); }
  void add_facts(int tick, std::size_t& next_fact);
  void close_tick(int tick);
  void start_next(int tick, Row& next) const;

  const Program& program_;
  std::vector<const GivenFact*> facts_;  ///< given facts in the order of their ticks
  /// The row with index t - 1 belongs to tick t. The last row also belongs to all later ticks.
  std::vector<Row> rows_;
};

}  // namespace ldfi::dedalus
