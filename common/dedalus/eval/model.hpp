// The interface to a finished execution: every tuple that holds, tick by tick. Functions return
// tuples in sorted order, so that all results are deterministic.
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
  int sent = 0;    ///< tick at which the message is sent
  Value from = 0;  ///< name of the sender, as the number of a symbol of the program
  Value to = 0;    ///< name of the receiver, as the number of a symbol of the program
};

/// Limits for one execution. An execution that exceeds a limit throws BudgetExceeded("facts" or
/// "steps", …). `check` is called from time to time, and may throw other exceptions.
struct EvalLimits {
  std::size_t max_facts = 10'000'000;  ///< largest number of facts over all ticks
  /// Largest number of new facts at one tick. This limit is below `max_facts`, because an endless
  /// computation fills one tick, while a long execution spreads its facts over many ticks.
  std::size_t max_tick_facts = 1'000'000;
  /// Sets `max_facts` to `facts`. Also raises `max_tick_facts` to a tenth of `facts` if it is
  /// lower.
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
  /// Returns the tuples of a relation at a tick, sorted. Empty for ticks outside of 1 … EOT.
  /// `crash` has the same tuples at every tick.
  [[nodiscard]] virtual std::vector<Tuple> tuples(RelationId relation, Time at) const = 0;
  [[nodiscard]] virtual bool contains(RelationId relation, Time at,
                                      std::span<const Value> tuple) const = 0;
  /// Returns the number of tuples of all relations and ticks, without those of the relation
  /// `crash`.
  [[nodiscard]] virtual std::size_t size() const = 0;
};

}  // namespace ldfi::eval
