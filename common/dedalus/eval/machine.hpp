// Runs join plans: finds every binding that makes a rule's body true at the present tick, and
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

/// The rows of a literal's table that may be used: new ones, older ones, or all.
struct RowRange {
  std::uint32_t begin = 0;
  std::uint32_t end = no_row;
};

/// The tables of one execution.
struct Tables {
  std::vector<RelationStore> stores;  ///< by relation
  /// Tables of past ticks that some rel(…)@T reads, by relation and T.
  std::map<std::pair<std::uint32_t, std::uint32_t>, TickTable> frozen;
  std::optional<RelationId> timeless;  ///< crash: the same at every tick
  std::uint32_t tick = 0;
  std::size_t facts = 0;       ///< over all relations and ticks
  std::size_t tick_facts = 0;  ///< added since this tick began

  TickTable& table(RelationId relation, std::uint32_t at);
};

/// An arithmetic step failed; whoever catches it adds the fault set and the tick.
struct ArithmeticError {
  dedalus::ArithmeticFault fault;
};

/// Takes the heads that belong to the next tick, in place of the tables.
class TransitionSink {
 public:
  virtual ~TransitionSink() = default;
  /// Takes one head tuple and the channel that it needs. `tuple` is valid during the call only. The
  /// same tuple may come again, by the same channel or by another.
  virtual void take(RelationId head, const Value* tuple, const Ends& channel) = 0;
  /// A head whose arithmetic fails is left out, and no ArithmeticError.
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

  /// Fires the rule for every binding whose i-th positive premise is within ranges[i], beginning
  /// with positive[first]. Head tuples go to the present tick (deductive rules) or to the next.
  /// Requires first < rule.rule().positive.size() and one range for each positive premise. Throws
  /// ArithmeticError, BudgetExceeded.
  void fire(RulePlan& rule, std::uint32_t first, const std::vector<RowRange>& ranges);
  /// Adds a tuple to the present tick or, with `next`, to the next one, and counts it.
  void insert(RelationId relation, bool next, const Value* tuple);
  /// Counts facts; throws BudgetExceeded("facts") beyond the limits.
  void count(std::size_t facts);
  /// From now on every transition goes to `sink`, whatever the faults are; nullptr: to the tables
  /// again.
  void send_to(TransitionSink* sink) { sink_ = sink; }
  /// Counts the steps of joins.
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
  /// False if the rule's head is left out; throws ArithmeticError if it is not.
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
  Ends ends_;  ///< of the binding in progress, when there is a sink
  std::vector<Value> binding_;
  std::vector<Value> tuple_;
  const std::function<void(const DroppedMessage&)> tell_dropped_;
  const Op* dropped_ = nullptr;  ///< the channel of a message that nobody can receive
  Aggregator aggregator_;
};

}  // namespace ldfi::eval
