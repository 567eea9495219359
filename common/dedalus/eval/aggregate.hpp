// Computes the aggregates (count, sum, min, max) of one rule at one tick. Tuples with equal values
// in the head columns without aggregates form a group. Each aggregate covers the distinct values of
// its variable in the group (docs/reference/dedalus.md).
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/plan.hpp"

namespace ldfi::eval {

class Aggregator {
 public:
  /// Begins to collect the bindings of another rule, and forgets those of the previous rule. `rule`
  /// must outlive all calls of head() for it.
  void begin(const dedalus::Rule& rule);
  /// Adds one binding of the rule's variables. `head` has a value for each column of the rule's
  /// head. In a column with an aggregate, this is the value of the aggregated variable.
  void add(const Value* head);
  [[nodiscard]] std::size_t group_count() const { return groups_; }
  /// Writes the head tuple of a group, with the final aggregates, into `out`. Returns nullptr, or
  /// the term of the rule's head whose sum does not fit into 64 bits. Requires `group` <
  /// group_count().
  const dedalus::HeadTerm* head(std::size_t group, std::vector<Value>& out) const;

 private:
  __extension__ using Wide = __int128;
  /// The values collected so far for one aggregate of one group. A sum of distinct 64-bit values
  /// fits into 128 bits, so no order of additions overflows.
  struct State {
    Value count = 0;
    Value low = 0;
    Value high = 0;
    Wide sum = 0;
  };
  std::uint32_t group_of(const Value* head);
  void count_distinct(std::uint32_t group, std::uint32_t aggregate, Value value);

  const dedalus::Rule* rule_ = nullptr;
  std::vector<std::uint32_t> plain_;       ///< numbers of the head columns without aggregates
  std::vector<std::uint32_t> aggregated_;  ///< numbers of the head columns with aggregates
  std::uint32_t groups_ = 0;
  RowHash group_set_;
  std::vector<Value> keys_;    ///< values of the columns without aggregates, group after group
  std::vector<State> states_;  ///< a state for each group and aggregate
  RowHash seen_;
  /// Pairs of values: the index of a state in `states_`, and a value that this state already
  /// counts.
  std::vector<Value> seen_rows_;
};

}  // namespace ldfi::eval
