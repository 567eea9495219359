// Aggregates of one rule at one tick: groups by the plain head columns; each aggregate runs over
// the distinct values of its variable in the group, independently of the others (SEMANTICS §1).
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/plan.hpp"

namespace ldfi::eval {

class Aggregator {
 public:
  void begin(const dedalus::Rule& rule);
  /// `head`: the head's values for one binding, the aggregated variable's own value in its column.
  void add(const Value* head);
  [[nodiscard]] std::size_t group_count() const { return groups_; }
  /// The head tuple of a group. Null, or the head term whose sum does not fit into 64 bits.
  const dedalus::HeadTerm* head(std::size_t group, std::vector<Value>& out) const;

 private:
  __extension__ using Wide = __int128;
  /// A sum of distinct 64-bit values cannot leave 128 bits, so the order of adding does not matter.
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
  std::vector<Value> seen_rows_;  ///< state number and value
};

}  // namespace ldfi::eval
