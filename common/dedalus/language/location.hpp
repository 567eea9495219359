// Location columns and nodes (docs/explanation/semantics.md), and errors in a program's use of places.
#pragma once

#include <string>
#include <vector>

#include "common/dedalus/language/load.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Fills in Relation::feeds_protocol.
void mark_protocol(Program& program);

/// Says which columns hold nodes.
class LocationColumns {
 public:
  /// Requires mark_protocol(). With `guess`, a program without any message gets the locations of
  /// its state as location columns: the best guess at its nodes if none are given.
  LocationColumns(const Program& program, bool guess);
  /// Requires a relation of the program and a column below its arity; they are not checked.
  [[nodiscard]] bool contains(RelationId relation, std::size_t column) const {
    return marked_[root(first_[relation.index()] + column)];
  }

 private:
  void tie(const Program& program, const Rule& rule);
  void tie_events(const Program& program);
  void mark(const Program& program, RelationId relation, std::size_t column);
  void start_async(const Program& program, const Rule& rule);
  [[nodiscard]] std::size_t root(std::size_t column) const;

  std::vector<std::size_t> first_;           ///< by relation
  mutable std::vector<std::size_t> parent_;  ///< union-find over columns
  std::vector<bool> marked_;                 ///< by root
};

/// Sets Program::nodes (given, or else inferred) and interns them. Reports unknown nodes, and
/// integer columns where nodes must stand.
void place_nodes(Program& program, const CheckOptions& options, Report& report);

}  // namespace ldfi::dedalus
