// The model of one execution: every tuple that holds, tick by tick. Tuples are returned in sorted
// order, so all results are deterministic.
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

/// A message that cannot be delivered, because its sender or its receiver is not a node.
struct DroppedMessage {
  const dedalus::Rule* rule = nullptr;
  int sent = 0;    ///< tick at which it is sent
  Value from = 0;  ///< symbol of the sender
  Value to = 0;    ///< symbol of the receiver
};

/// Limits for one execution. Exceeding one throws BudgetExceeded("facts" or "steps", …); `check`
/// may throw other exceptions.
struct EvalLimits {
  std::size_t max_facts = 10'000'000;  ///< over all ticks
  /// An endless computation fills one tick. A long run has as many facts only in all its ticks
  /// together, so one tick has a lower limit.
  std::size_t max_tick_facts = 1'000'000;
  /// Allows `facts` facts in all. At one tick, allows a tenth of them, but never less than before.
  void allow(std::size_t facts) {
    max_facts = facts;
    max_tick_facts = std::max(max_tick_facts, facts / 10);
  }
  CountingLimits counting{};
  BudgetCheck check{};
  std::function<void(const DroppedMessage&)>
      dropped{};  ///< called for each dropped message; may be empty
};

class Model {
 public:
  virtual ~Model() = default;
  /// Returns the tuples of `relation` at `at`, sorted; none for ticks outside 1 … EOT. `crash` has
  /// the same tuples at every tick.
  [[nodiscard]] virtual std::vector<Tuple> tuples(RelationId relation, Time at) const = 0;
  [[nodiscard]] virtual bool contains(RelationId relation, Time at,
                                      std::span<const Value> tuple) const = 0;
  /// Returns the number of tuples over all relations and ticks, without those of `crash`.
  [[nodiscard]] virtual std::size_t size() const = 0;
};

}  // namespace ldfi::eval
