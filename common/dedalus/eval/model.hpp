// The model of one execution: every tuple that holds, tick by tick. Tuples come out sorted, so
// every answer is deterministic.
#pragma once

#include <algorithm>
#include <memory>
#include <span>
#include <vector>

#include "common/base/meter.hpp"
#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::eval {

using dedalus::Value;
using Tuple = std::vector<Value>;

/// A message that nobody can receive, because its sender or its receiver is no node.
struct DroppedMessage {
  const dedalus::Rule* rule = nullptr;
  int sent = 0;
  Value from = 0;  ///< symbols
  Value to = 0;
};

/// What one execution may use. Beyond it, BudgetExceeded("facts" or "steps", …) is thrown, or what
/// `check` throws.
struct EvalLimits {
  std::size_t max_facts = 10'000'000;  ///< over all ticks
  /// A computation without end fills one tick, whereas a long run has as many facts in all of its
  /// ticks together.
  std::size_t max_tick_facts = 1'000'000;
  /// Allows `facts` facts in all, and a tenth of them at one tick if that is more than now.
  void allow(std::size_t facts) {
    max_facts = facts;
    max_tick_facts = std::max(max_tick_facts, facts / 10);
  }
  CountingLimits counting{};
  BudgetCheck check{};
  std::function<void(const DroppedMessage&)>
      dropped{};  ///< called for each such message; may be empty
};

class Model {
 public:
  virtual ~Model() = default;
  /// The tuples of `relation` at `at`, sorted; none for ticks outside 1 … EOT. `crash` has the same
  /// tuples at every tick.
  [[nodiscard]] virtual std::vector<Tuple> tuples(RelationId relation, Time at) const = 0;
  [[nodiscard]] virtual bool contains(RelationId relation, Time at,
                                      std::span<const Value> tuple) const = 0;
  /// The number of tuples over all relations and ticks, without those of `crash`.
  [[nodiscard]] virtual std::size_t size() const = 0;
};

}  // namespace ldfi::eval
