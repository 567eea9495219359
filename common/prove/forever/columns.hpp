// Columns whose numbers grow with time. A column saturates if rules only copy its numbers, add constants to
// them and compare them with constants. All numbers above the largest of these constants then have the same
// effect, so one number can stand for them. This abstraction is a bisimulation, so it is exact, and the
// program gets finitely many facts. The other growing columns must be capped.
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

  /// Ignores the rules that are not `needed`. The program must outlive the object.
  Columns(const dedalus::Program& program, const std::vector<bool>& needed);

  /// Returns the value that stands for `value` in this column: at most one more than the column's top.
  [[nodiscard]] Value saturated(RelationId relation, std::size_t column, Value value) const;
  /// The columns that saturate, each with the largest number that is distinguished from larger ones.
  [[nodiscard]] const std::map<Column, Value>& tops() const { return tops_; }
  [[nodiscard]] bool saturates(RelationId relation, std::size_t column) const {
    return tops_.contains({relation, column});
  }
  /// Returns the largest absolute value of the constants in columns that the values of this column reach, or
  /// 0 if there are none.
  [[nodiscard]] Value farthest(RelationId relation, std::size_t column) const;

 private:
  class Classes;
  std::map<Column, Value> tops_;  ///< see tops()
  std::map<Column, Value> farthest_;
};

}  // namespace ldfi::forever
