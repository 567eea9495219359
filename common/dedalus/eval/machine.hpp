// Executes join plans: finds every binding of variables that makes a rule's body true at the
// current tick, and derives the tuples of the rule's head.
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

/// The rows of a table that a literal may match, from `begin` to before `end`. Semi-naive
/// evaluation restricts a literal to new or to older rows.
struct RowRange {
  std::uint32_t begin = 0;
  std::uint32_t end = no_row;
};

/// The tables of one execution.
struct Tables {
  /// Rows at the current and the next tick, indexed by relation.
  std::vector<RelationStore> stores;
  /// The tables of past ticks, by relation and tick. Kept only for the literals rel(…)@T in the
  /// program, which read tick T.
  std::map<std::pair<std::uint32_t, std::uint32_t>, TickTable> frozen;
  std::optional<RelationId> timeless;  ///< the relation `crash`, which is the same at every tick
  std::uint32_t tick = 0;
  std::size_t facts = 0;       ///< number of facts derived so far, over all relations and ticks
  std::size_t tick_facts = 0;  ///< number of facts added since this tick began

  /// Returns the table of a relation at tick `at`, where 0 means the current tick. A past tick must
  /// be one that `frozen` keeps.
  TickTable& table(RelationId relation, std::uint32_t at);
};

/// Thrown if arithmetic fails. The code that catches the exception adds the fault set and the tick
/// to the message.
struct ArithmeticError {
  dedalus::ArithmeticFault fault;
};

/// Receives the tuples that inductive and async rules derive for the next tick, in place of the
/// tables of the next tick.
class TransitionSink {
 public:
  virtual ~TransitionSink() = default;
  /// Receives one derived tuple, and the condition under which it reaches the next tick
  /// (`channel`). `tuple` is valid during the call only. The function may receive the same tuple
  /// again, with the same or with another condition.
  virtual void take(RelationId head, const Value* tuple, const Ends& channel) = 0;
  /// Returns true if tuples whose arithmetic fails are left out. Otherwise such a tuple leads to an
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
        report_dropped_(limits.dropped) {}

  /// Derives head tuples for every binding under which each positive premise i matches a row in
  /// ranges[i]. The join begins with positive[first]. The tuples of a deductive rule go to the
  /// current tick, others to the next one. Requires first < rule.rule().positive.size() and one
  /// range for each positive premise. Throws ArithmeticError or BudgetExceeded.
  void fire(RulePlan& rule, std::uint32_t first, const std::vector<RowRange>& ranges);
  /// Adds a tuple to the current tick, or to the next one if `next` is true. A new tuple counts
  /// against the limits for facts, so BudgetExceeded may be thrown.
  void insert(RelationId relation, bool next, const Value* tuple);
  /// Adds `facts` to the number of facts of the execution and of the tick. Throws
  /// BudgetExceeded("facts") if this exceeds a limit.
  void count(std::size_t facts);
  /// From now on, passes all tuples that inductive and async rules derive to `sink`, whatever the
  /// faults are. With nullptr, these tuples go to the tables again.
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
  /// Returns false if the sink leaves out tuples whose arithmetic fails. Otherwise throws
  /// ArithmeticError.
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
  /// Condition under which the derived tuple reaches the next tick, if there is a sink.
  Ends ends_;
  std::vector<Value> binding_;
  std::vector<Value> tuple_;
  const std::function<void(const DroppedMessage&)> report_dropped_;
  /// Operation that found that the message's sender or receiver is not a node; nullptr if both are
  /// nodes.
  const Op* dropped_ = nullptr;
  Aggregator aggregator_;
};

}  // namespace ldfi::eval
