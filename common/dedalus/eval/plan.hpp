// Join plans. A plan is the body of a rule as a sequence of operations that extend or check a
// binding of the rule's variables. A rule has one plan for each positive literal that may come
// first. The evaluator begins with the literal that has the smallest table, or that must match new
// tuples.
//
//   RulePlan plan(program, rule_id);
//   const Plan& ops = plan.starting_at(0, stores);
//
// A plan takes literals with the most bound columns first. Negated literals, comparisons without
// arithmetic and the check of the channel follow as soon as their variables are bound. Comparisons
// with arithmetic come last, in source order, because they may fail.
#pragma once

#include <optional>
#include <vector>

#include "common/dedalus/eval/table.hpp"

namespace ldfi::eval {

/// The effect of an operation on a binding of variables. If a check fails, the binding is dropped.
enum class OpKind : std::uint8_t {
  match,         ///< extends the binding by each matching row of a literal
  member,        ///< checks a positive literal all of whose columns are bound
  absent,        ///< checks a negated literal all of whose columns are bound
  no_match,      ///< checks a negated literal with wildcards
  compare,       ///< checks a comparison without arithmetic
  compare_last,  ///< checks a comparison with arithmetic
  alive,         ///< checks that no fault stops the inductive rule at its node
  channel,       ///< checks that the message of an async rule arrives
  emit,
};

/// One operation of a join plan. Its kind decides which members it uses.
struct Op {
  OpKind kind = OpKind::emit;
  RelationId relation{};      ///< relation of the literal; for `channel`, relation of the messages
  std::uint32_t literal = 0;  ///< index in Rule::positive of the literal that is matched
  std::uint32_t tick = 0;     ///< T of a literal rel(…)@T; 0 for the current tick
  std::uint32_t index = 0;    ///< id of the index over the key columns; unused if `keys` is empty
  /// True if no later operation needs the values that this operation binds, so that one matching
  /// row suffices.
  bool once = false;
  /// True for a `channel` whose sender or receiver cannot be a node; it never passes.
  bool never = false;
  std::vector<Cell> keys;  ///< columns whose values are known before this operation
  std::vector<Cell> binds;
  /// Columns that repeat a variable which this operation binds, and so must equal it.
  std::vector<Cell> same;
  dedalus::Relop relop = dedalus::Relop::equal;
  dedalus::Slot left = 0;   ///< left side of a comparison; for `channel`, the sender
  dedalus::Slot right = 0;  ///< right side of a comparison; for `channel`, the receiver
  const dedalus::Comparison* comparison = nullptr;
};

using Plan = std::vector<Op>;

/// The source of one column of a rule's head.
struct HeadCell {
  dedalus::Slot slot = 0;
  /// Expression that computes the column. If it is nullptr, the value is that of `slot`.
  const dedalus::Expression* arithmetic = nullptr;
};

/// The slots of the binding that hold sender and receiver of an inductive or async rule. Nullopt if
/// the value cannot be a node, because it is computed or comes from an integer column.
struct ChannelEnds {
  std::optional<dedalus::Slot> from;
  std::optional<dedalus::Slot> to;
};

class RulePlan {
 public:
  RulePlan(const dedalus::Program& program, RuleId id);

  [[nodiscard]] const dedalus::Rule& rule() const { return *rule_; }
  [[nodiscard]] RuleId id() const { return id_; }
  /// Returns the binding with which a join begins: one slot for each variable of the rule, followed
  /// by one slot for each constant.
  [[nodiscard]] const std::vector<Value>& frame() const { return frame_; }
  [[nodiscard]] const std::vector<HeadCell>& head() const { return head_; }
  [[nodiscard]] std::uint32_t earliest() const { return earliest_; }
  /// Returns true if the rule is r(X…)@next :- r(X…), without further premises. Then the evaluator
  /// copies the whole table, which is faster than firing the rule.
  [[nodiscard]] bool pure_persistence() const { return pure_persistence_; }
  /// Returns the plan that begins with the literal positive[first], which must exist. The plan is
  /// made at the first call.
  const Plan& starting_at(std::uint32_t first, std::vector<RelationStore>& stores);

 private:
  friend class Planner;
  [[nodiscard]] dedalus::Slot slot_of(const dedalus::Term& term) const;
  [[nodiscard]] dedalus::Slot constant_slot(Value value) const;
  dedalus::Slot add_constant(Value value);
  void add_head(const dedalus::Program& program);
  void add_constants();

  const dedalus::Rule* rule_;
  RuleId id_;
  std::vector<Value> frame_;
  std::vector<HeadCell> head_;
  ChannelEnds ends_;
  RelationId message_;  ///< relation of the messages that an async rule sends
  std::uint32_t earliest_ = 1;
  bool pure_persistence_ = false;
  /// For each literal that may come first, its plan; empty until it is requested.
  std::vector<Plan> plans_;
};

}  // namespace ldfi::eval
