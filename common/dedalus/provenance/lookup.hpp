// Finds the tuples of a finished execution by the values of some columns. An index is built when it
// is first needed.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"
#include "common/dedalus/eval/model.hpp"

namespace ldfi::provenance {

using Columns = std::vector<std::uint32_t>;

class Lookup {
 public:
  Lookup(const eval::Model& model, BudgetCheck check) : model_(model), meter_(std::move(check)) {}

  /// Counts one visited tuple for the budget check, which may throw.
  void step() { meter_.step(); }

  /// Returns all tuples of `relation` at tick `at` whose columns `columns` have the values of
  /// `key`. Value i of `key` belongs to columns[i]. The result is valid as long as this object.
  const std::vector<const eval::Tuple*>& find(RelationId relation, Time at, const Columns& columns,
                                              const eval::Tuple& key);

 private:
  struct TupleHash {
    std::size_t operator()(const eval::Tuple& tuple) const noexcept;
  };
  using Index = std::unordered_map<eval::Tuple, std::vector<const eval::Tuple*>, TupleHash>;
  struct Table {
    std::vector<eval::Tuple> tuples;
    std::map<Columns, Index> indexes;
  };

  const eval::Model& model_;
  Meter meter_;
  std::map<std::pair<RelationId, Time>, Table> tables_;
};

}  // namespace ldfi::provenance
