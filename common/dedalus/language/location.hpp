// Finds location columns and nodes (docs/explanation/semantics.md). Reports errors in how a program
// uses nodes.
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Sets Relation::feeds_protocol of every relation.
void mark_protocol(Program& program);

/// Finds out which columns hold nodes.
class LocationColumns {
 public:
  /// Requires that mark_protocol() was called. With `guess`, a program without messages gets
  /// location columns from its `@next` rules, which is the best guess at its nodes if the user
  /// gives none.
  LocationColumns(const Program& program, bool guess);
  /// Returns true if the column holds nodes. Requires a relation of the program and a column below
  /// its arity; neither is checked.
  [[nodiscard]] bool contains(RelationId relation, std::size_t column) const {
    return marked_[root(first_[relation.index()] + column)];
  }

 private:
  void tie(const Program& program, const Rule& rule);
  void tie_events(const Program& program);
  void mark(const Program& program, RelationId relation, std::size_t column);
  void start_async(const Program& program, const Rule& rule);
  [[nodiscard]] std::size_t root(std::size_t column) const;

  std::vector<std::size_t> first_;           ///< for each relation, the number of its first column
  mutable std::vector<std::size_t> parent_;  ///< union-find over columns
  std::vector<bool> marked_;  ///< for each root of the union-find, true if its columns hold nodes
};

/// Sets Program::nodes to the given or inferred names, and adds these names to the symbols. Reports
/// unknown nodes, and integer columns that must hold nodes.
void place_nodes(Program& program, const CheckOptions& options, Report& report);

}  // namespace ldfi::dedalus
