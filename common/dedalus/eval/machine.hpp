// Runs join plans: finds every binding that makes a rule's body true at the current tick, and
// derives the head tuples.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/dedalus/eval/aggregate.hpp"
#include "common/dedalus/eval/model.hpp"
#include "common/dedalus/eval/network.hpp"
#include "common/dedalus/eval/plan.hpp"
#include "common/dedalus/language/arithmetic.hpp"

namespace ldfi::eval {

/// A range of a table's rows that a literal may match: new rows, older rows, or all rows.
struct RowRange {
  std::uint32_t begin = 0;
  std::uint32_t end = no_row;
};

/// The tables of one execution.
struct Tables {
  std::vector<RelationStore> stores;  ///< indexed by relation
  /// Tables of past ticks that some literal rel(…)@T reads, by relation and T.
  std::map<std::pair<std::uint32_t, std::uint32_t>, TickTable> frozen;
  std::optional<RelationId> timeless;  ///< the relation `crash`, which is the same at every tick
  std::uint32_t tick = 0;
  std::size_t facts = 0;       ///< number of facts of all relations and ticks
  std::size_t tick_facts = 0;  ///< number of facts added since this tick began

  /// Returns the table of a relation at tick `at`; 0 means the current tick.
  TickTable& table(RelationId relation, std::uint32_t at);
};

/// Thrown if arithmetic fails. The code that catches it adds the fault set and the tick to the
/// message.
struct ArithmeticError {
  dedalus::ArithmeticFault fault;
};

/// Receives the heads of inductive and async rules, which belong to the next tick. Otherwise they
/// go into the tables.
class TransitionSink {
 public:
  virtual ~TransitionSink() = default;
  /// Receives one head tuple and the channel that the tuple needs. `tuple` is valid during the call
  /// only. The same tuple may be passed again, with the same channel or another.
  virtual void take(RelationId head, const Value* tuple, const Ends& channel) = 0;
  /// Returns true if heads whose arithmetic fails are left out. Otherwise such heads throw
  /// ArithmeticError.
  [[nodiscard]] virtual bool forgives() const { return false; }
};

class Machine {
 public:
  Machine(Tables& tables, const Network& network, const EvalLimits& limits)
      : tables_(tables),
        network_(network),
        max_facts_(limits.max_facts),
        max_tick_facts_(limits.max_tick_facts),
        meter_(limits.check),
        tell_dropped_(limits.dropped) {}

  /// Fires the rule for every binding whose i-th positive premise is a row in ranges[i]. The join
  /// begins with positive[first]. Head tuples of deductive rules go to the current tick, others to
  /// the next one. Requires first < rule.rule().positive.size() and one range for each positive
  /// premise. Throws ArithmeticError or BudgetExceeded.
  void fire(RulePlan& rule, std::uint32_t first, const std::vector<RowRange>& ranges);
  /// Adds a tuple to the current tick, or to the next one if `next` is true, and counts the tuple.
  void insert(RelationId relation, bool next, const Value* tuple);
  /// Counts this number of facts. Throws BudgetExceeded("facts") if a limit is exceeded.
  void count(std::size_t facts);
  /// Passes all heads of inductive and async rules to `sink` from now on, whatever the faults are.
  /// With nullptr, these heads go to the tables again.
  void send_to(TransitionSink* sink) { sink_ = sink; }
  /// Returns the counter of join steps.
  Meter& meter() { return meter_; }

 private:
  void go(const Op* op);
  void match(const Op* op);
  [[nodiscard]] bool passes(const Op& op);
  void emit();
  void drop(const Op* op);
  [[nodiscard]] bool agrees(const Op& op, const Value* row) const;
  [[nodiscard]] bool is_member(const Op& op);
  [[nodiscard]] bool any_match(const Op& op);
  [[nodiscard]] bool compare_last(const Op& op) const;
  /// Throws ArithmeticError, or returns false if the sink leaves out heads whose arithmetic fails.
  bool fails(const dedalus::ArithmeticFault& fault) const;
  [[nodiscard]] const Value* gather(const Op& op);

  Tables& tables_;
  const Network& network_;
  std::size_t max_facts_;
  std::size_t max_tick_facts_;
  Meter meter_;
  RulePlan* rule_ = nullptr;
  const RowRange* ranges_ = nullptr;
  TransitionSink* sink_ = nullptr;
  Ends ends_;  ///< channel that the current binding needs, if there is a sink
  std::vector<Value> binding_;
  std::vector<Value> tuple_;
  const std::function<void(const DroppedMessage&)> tell_dropped_;
  /// Operation of the channel that cannot receive the current message; nullptr if the message can
  /// be received.
  const Op* dropped_ = nullptr;
  Aggregator aggregator_;
};

}  // namespace ldfi::eval
