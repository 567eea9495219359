// Approximates at which ticks relations can hold, whatever their tuples and the faults. A relation
// can hold where it has a fact, and where all positive literals of one of its rules can hold. A
// relation that cannot hold here holds in no execution. The opposite need not be true.
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
  /// `program` must have its strata, and must outlive this object. The work is bounded; beyond the
  /// bound, every relation can hold.
  explicit PossibleTicks(const Program& program);

  /// All functions require relations and rules of the program, and a tick of 1 or later.
  [[nodiscard]] bool holds(RelationId relation, int tick) const {
    return rows_[std::min(static_cast<std::size_t>(tick), rows_.size()) - 1][relation.index()];
  }
  /// Returns the first tick at which the relation can hold; 0 if there is none.
  [[nodiscard]] int first(RelationId relation) const;
  [[nodiscard]] bool holds(const Literal& literal, int tick) const;
  [[nodiscard]] bool fires(const Rule& rule, int tick) const;
  [[nodiscard]] bool fires_ever(const Rule& rule) const;
  /// Returns true if there is a tick at which both literals can hold.
  [[nodiscard]] bool meet(const Literal& a, const Literal& b) const;
  /// Returns the possible ticks as text: "at tick 1 only", "from tick 2 on", …
  [[nodiscard]] std::string text(RelationId relation) const;

 private:
  using Row = std::vector<bool>;  ///< by relation: whether it can hold at this tick

  [[nodiscard]] int settled() const { return static_cast<int>(rows_.size()); }
  void add_facts(int tick, std::size_t& next_fact);
  void close_tick(int tick);
  void start_next(int tick, Row& next) const;

  const Program& program_;
  std::vector<const GivenFact*> facts_;  ///< facts in order of their ticks
  std::vector<Row> rows_;  ///< by tick, from 1; the last row holds for all later ticks, too
};

}  // namespace ldfi::dedalus
