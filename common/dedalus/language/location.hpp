// Finds the columns that hold nodes, and the nodes of a program (docs/explanation/semantics.md).
// Reports errors in how a program uses nodes.
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Sets Relation::feeds_protocol of every relation: whether some `@next` or `@async` rule depends
/// on it.
void mark_protocol(Program& program);

/// Determines which columns of a program hold names of nodes.
class LocationColumns {
 public:
  /// Requires that mark_protocol() was called. With `guess`, the `@next` rules of a program without
  /// messages determine which columns hold nodes. This is the best guess if the user names no
  /// nodes.
  LocationColumns(const Program& program, bool guess);
  /// Returns true if the column holds names of nodes. The relation and the column must exist, which
  /// is not checked.
  [[nodiscard]] bool contains(RelationId relation, std::size_t column) const {
    return marked_[root(first_[relation.index()] + column)];
  }

 private:
  void tie(const Program& program, const Rule& rule);
  void tie_events(const Program& program);
  void mark(const Program& program, RelationId relation, std::size_t column);
  void start_async(const Program& program, const Rule& rule);
  [[nodiscard]] std::size_t root(std::size_t column) const;

  /// For each relation, the number of its first column among all columns.
  std::vector<std::size_t> first_;
  mutable std::vector<std::size_t> parent_;  ///< union-find over the columns of all relations
  std::vector<bool> marked_;  ///< for each root of the union-find, true if its columns hold nodes
};

/// Sets Program::nodes to the names in `options`, or to names inferred from the program, and adds
/// these names to the symbols. Reports unknown nodes, and integer columns that must hold nodes.
void place_nodes(Program& program, const CheckOptions& options, Report& report);

}  // namespace ldfi::dedalus
