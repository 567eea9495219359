// Computes the aggregates of one rule at one tick. The head columns without aggregates form the
// groups. Each aggregate covers the distinct values of its variable in the group, independently of
// other aggregates (docs/reference/dedalus.md).
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/eval/plan.hpp"

namespace ldfi::eval {

class Aggregator {
 public:
  /// Begins the aggregates of another rule. The rule must outlive all calls of head() for it.
  void begin(const dedalus::Rule& rule);
  /// Adds one binding. `head` has the values of the head; in the column of an aggregate, it has the
  /// value of the aggregated variable.
  void add(const Value* head);
  [[nodiscard]] std::size_t group_count() const { return groups_; }
  /// Writes the head tuple of a group into `out`. Requires `group` < group_count(). Returns
  /// nullptr, or the head term if its sum does not fit into 64 bits.
  const dedalus::HeadTerm* head(std::size_t group, std::vector<Value>& out) const;

 private:
  __extension__ using Wide = __int128;
  /// The aggregates of one group so far. A sum of distinct 64-bit values fits into 128 bits, so the
  /// order of additions does not matter.
  struct State {
    Value count = 0;
    Value low = 0;
    Value high = 0;
    Wide sum = 0;
  };
  std::uint32_t group_of(const Value* head);
  void count_distinct(std::uint32_t group, std::uint32_t aggregate, Value value);

  const dedalus::Rule* rule_ = nullptr;
  std::vector<std::uint32_t> plain_;       ///< columns without aggregates
  std::vector<std::uint32_t> aggregated_;  ///< columns with aggregates
  std::uint32_t groups_ = 0;
  RowHash group_set_;
  std::vector<Value> keys_;    ///< values of the columns without aggregates, group after group
  std::vector<State> states_;  ///< a state for each group and aggregate
  RowHash seen_;
  /// Pairs of the number of a state and a value that the state has counted.
  std::vector<Value> seen_rows_;
};

}  // namespace ldfi::eval
