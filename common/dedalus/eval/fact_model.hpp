// The facts of one finished execution. The rows of a relation at a tick are sorted when they are
// first read, because a search often reads only a few relations at the last tick. Const functions
// sort, too, so threads must not share an object.
#pragma once

#include <vector>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::eval {

class FactModel final : public Model {
 public:
  /// The rows of one relation, tick after tick. `begin[t]` is the index of the first row of tick t.
  /// The rows of the last tick end before the row begin[EOT+1].
  struct Table {
    std::size_t arity = 1;
    bool timeless = false;  ///< true for `crash`, whose rows of tick 1 hold at every tick
    std::vector<Value> rows;
    std::vector<std::size_t> begin;
  };

  FactModel(std::vector<Table> tables, int eot, std::size_t size);

  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation, Time at) const override;
  [[nodiscard]] bool contains(RelationId relation, Time at,
                              std::span<const Value> tuple) const override;
  [[nodiscard]] std::size_t size() const override { return size_; }

 private:
  /// Sorts the rows of a relation at a tick if they are not sorted yet. Returns the index of the
  /// first of these rows, and the index after the last one.
  [[nodiscard]] std::pair<std::size_t, std::size_t> sorted(RelationId relation, Time at) const;
  void sort(Table& table, std::size_t begin, std::size_t end) const;

  mutable std::vector<Table> tables_;
  /// For each relation and tick, true if the rows are sorted.
  mutable std::vector<std::vector<bool>> sorted_;
  int eot_;
  std::size_t size_;
};

}  // namespace ldfi::eval
