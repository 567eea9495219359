// Aggregates of one rule at one tick. Groups are formed by the plain head columns; each aggregate
// runs over the distinct values of its variable in the group, independently of the others
// (docs/reference/dedalus.md).
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/plan.hpp"

namespace ldfi::eval {

class Aggregator {
 public:
  /// Begins anew, for a rule that must live until the last call of head().
  void begin(const dedalus::Rule& rule);
  /// Adds one binding. `head` has the head's values, with the value of the aggregated variable in
  /// the column of an aggregate.
  void add(const Value* head);
  [[nodiscard]] std::size_t group_count() const { return groups_; }
  /// Writes the head tuple of a group into `out`. Requires `group` < group_count(). Returns null,
  /// or the head term whose sum does not fit into 64 bits.
  const dedalus::HeadTerm* head(std::size_t group, std::vector<Value>& out) const;

 private:
  __extension__ using Wide = __int128;
  /// A sum of distinct 64-bit values fits into 128 bits, so the order of additions does not matter.
  struct State {
    Value count = 0;
    Value low = 0;
    Value high = 0;
    Wide sum = 0;
  };
  std::uint32_t group_of(const Value* head);
  void count_distinct(std::uint32_t group, std::uint32_t aggregate, Value value);

  const dedalus::Rule* rule_ = nullptr;
  std::vector<std::uint32_t> plain_;       ///< columns
  std::vector<std::uint32_t> aggregated_;  ///< columns
  std::uint32_t groups_ = 0;
  RowHash group_set_;
  std::vector<Value> keys_;    ///< plain values, group after group
  std::vector<State> states_;  ///< by group and aggregate
  RowHash seen_;
  std::vector<Value> seen_rows_;  ///< number of the state, and value
};

}  // namespace ldfi::eval
