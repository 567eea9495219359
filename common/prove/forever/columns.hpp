// Finds columns whose numbers grow with time. A column saturates if rules only copy its numbers,
// add constants to them and compare them with constants. All numbers above the largest of these
// constants then have the same effect, so a single number can replace them. This keeps all results
// exact (the abstraction is a bisimulation), and the program has finitely many facts. Other growing
// columns need a cap, a limit that the user chooses.
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

  /// `needed` says for each rule whether it matters; the other rules are ignored. The program must
  /// outlive this object.
  Columns(const dedalus::Program& program, const std::vector<bool>& needed);

  /// Returns the value that replaces `value` in this column: `value` itself or, for large numbers,
  /// one more than the column's top.
  [[nodiscard]] Value saturated(RelationId relation, std::size_t column, Value value) const;
  /// Returns the columns whose large numbers are merged. Each has its top: the largest number that
  /// is distinguished from larger ones.
  [[nodiscard]] const std::map<Column, Value>& tops() const { return tops_; }
  [[nodiscard]] bool saturates(RelationId relation, std::size_t column) const {
    return tops_.contains({relation, column});
  }
  /// Returns the largest absolute value of the constants in all columns that the values of this
  /// column can reach. Returns 0 if there are none.
  [[nodiscard]] Value farthest(RelationId relation, std::size_t column) const;

 private:
  class Classes;
  std::map<Column, Value> tops_;  ///< columns whose large numbers are merged
  std::map<Column, Value> farthest_;
};

}  // namespace ldfi::forever
