// Approximates the ticks at which relations can hold, whatever their tuples and the faults are. A
// relation can hold at a tick if it has a fact at this tick, or if all positive literals of one of
// its rules can hold. A relation that cannot hold according to this class holds in no execution.
// The opposite need not be true.
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
  /// `program` must have its strata, and must outlive this object. The work is limited; at ticks
  /// beyond the limit, every relation counts as possible.
  explicit PossibleTicks(const Program& program);

  /// The following functions require relations and rules of the program, and a tick of 1 or later.
  [[nodiscard]] bool holds(RelationId relation, int tick) const {
    return rows_[std::min(static_cast<std::size_t>(tick), rows_.size()) - 1][relation.index()];
  }
  /// Returns the first tick at which the relation can hold, or 0 if there is none.
  [[nodiscard]] int first(RelationId relation) const;
  [[nodiscard]] bool holds(const Literal& literal, int tick) const;
  [[nodiscard]] bool fires(const Rule& rule, int tick) const;
  [[nodiscard]] bool fires_ever(const Rule& rule) const;
  /// Returns true if there is a tick at which both literals can hold.
  [[nodiscard]] bool meet(const Literal& a, const Literal& b) const;
  /// Returns the possible ticks of a relation in words, such as "at tick 1 only" or "from tick 2
  /// on".
  [[nodiscard]] std::string text(RelationId relation) const;

 private:
  using Row = std::vector<bool>;  ///< for each relation, true if it can hold at this tick

  [[nodiscard]] int settled() const { return static_cast<int>(rows_.size()); }
  void add_facts(int tick, std::size_t& next_fact);
  void close_tick(int tick);
  void start_next(int tick, Row& next) const;

  const Program& program_;
  std::vector<const GivenFact*> facts_;  ///< given facts in the order of their ticks
  /// Indexed by tick minus 1; the last row stands for all later ticks, too.
  std::vector<Row> rows_;
};

}  // namespace ldfi::dedalus
