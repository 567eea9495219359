// Finds location columns and nodes (docs/explanation/semantics.md), and errors in how a program
// uses nodes.
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Fills in Relation::feeds_protocol.
void mark_protocol(Program& program);

/// Tells which columns hold nodes.
class LocationColumns {
 public:
  /// Requires mark_protocol(). With `guess`, a program without messages gets location columns from
  /// its `@next` rules. This is the best guess at its nodes if the user gives none.
  LocationColumns(const Program& program, bool guess);
  /// Requires a relation of the program and a column below its arity; neither is checked.
  [[nodiscard]] bool contains(RelationId relation, std::size_t column) const {
    return marked_[root(first_[relation.index()] + column)];
  }

 private:
  void tie(const Program& program, const Rule& rule);
  void tie_events(const Program& program);
  void mark(const Program& program, RelationId relation, std::size_t column);
  void start_async(const Program& program, const Rule& rule);
  [[nodiscard]] std::size_t root(std::size_t column) const;

  std::vector<std::size_t> first_;           ///< by relation: number of its first column
  mutable std::vector<std::size_t> parent_;  ///< union-find over columns
  std::vector<bool> marked_;                 ///< by root: true if its columns hold nodes
};

/// Sets Program::nodes to the given or inferred names, and interns them. Reports unknown nodes, and
/// integer columns that must hold nodes.
void place_nodes(Program& program, const CheckOptions& options, Report& report);

}  // namespace ldfi::dedalus
