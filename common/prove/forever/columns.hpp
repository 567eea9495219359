// Columns whose numbers grow with time. Where rules only copy such a number, add constants to it and
// compare it with constants, all numbers above the largest of these constants mean the same: the
// column saturates, and the program has finitely many facts without any loss. That is a
// bisimulation, so exact. The other growing columns must be capped.
//
//   const Columns columns(program, needed_rules(program, stops));
//   row[c] = columns.saturated(relation, c, row[c]);
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::forever {

using dedalus::Value;

class Columns {
 public:
  using Column = std::pair<RelationId, std::size_t>;

  /// `program` must outlive it; rules that are not `needed` are not looked at.
  Columns(const dedalus::Program& program, const std::vector<bool>& needed);

  /// The value that stands for `value` in this column.
  [[nodiscard]] Value saturated(RelationId relation, std::size_t column, Value value) const;
  /// Those that saturate, each with the largest number that is told apart.
  [[nodiscard]] const std::map<Column, Value>& tops() const { return tops_; }
  /// True if the column saturates.
  [[nodiscard]] bool saturates(RelationId relation, std::size_t column) const {
    return tops_.contains({relation, column});
  }
  /// Of the constants that stand where values of the column get, the one that is farthest from 0, without its sign.
  [[nodiscard]] Value farthest(RelationId relation, std::size_t column) const;

 private:
  class Classes;
  std::map<Column, Value> tops_;  ///< of columns that saturate
  std::map<Column, Value> farthest_;
};

}  // namespace ldfi::forever
