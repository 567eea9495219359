// Join plans. A plan is the body of a rule as a sequence of operations over a binding. A rule has
// one plan for each positive literal that may come first: the literal with the smallest table, or
// with the newest tuples.
//
//   RulePlan plan(program, rule_id);
//   const Plan& ops = plan.starting_at(0, stores);
//
// Order: literals with the most bound columns first; the channel, negated literals and comparisons
// without arithmetic as soon as they are bound; comparisons with arithmetic last, in source order.
#pragma once

#include <optional>
#include <vector>

#include "common/dedalus/eval/table.hpp"

namespace ldfi::eval {

/// The effect of an operation on a binding. If a check fails, the binding is dropped.
enum class OpKind : std::uint8_t {
  match,         ///< extends the binding by each matching row of a literal
  member,        ///< checks a positive literal all of whose columns are bound
  absent,        ///< checks a negated literal all of whose columns are bound
  no_match,      ///< checks a negated literal with wildcards
  compare,       ///< checks a comparison without arithmetic
  compare_last,  ///< checks a comparison with arithmetic
  alive,         ///< checks that the node of an inductive rule runs
  channel,       ///< checks that the message of an async rule arrives
  emit,
};

/// One operation of a join plan. The members that it uses depend on its kind.
struct Op {
  OpKind kind = OpKind::emit;
  RelationId relation{};      ///< relation of the literal; for `channel`, relation of the messages
  std::uint32_t literal = 0;  ///< index of the literal in Rule::positive
  std::uint32_t tick = 0;     ///< T of a literal rel(…)@T; 0 for the current tick
  std::uint32_t index = 0;  ///< number of the index over the key columns, if there are key columns
  /// True if no later operation needs the values that are bound here, so that the first match
  /// suffices.
  bool once = false;
  bool never = false;      ///< true for `channel` if sender or receiver cannot be a node
  std::vector<Cell> keys;  ///< columns that are bound before this operation
  std::vector<Cell> binds;
  std::vector<Cell> same;  ///< columns that repeat a variable which this operation binds
  dedalus::Relop relop = dedalus::Relop::equal;
  dedalus::Slot left = 0;   ///< left side of a comparison; for `channel`, the sender
  dedalus::Slot right = 0;  ///< right side of a comparison; for `channel`, the receiver
  const dedalus::Comparison* comparison = nullptr;
};

using Plan = std::vector<Op>;

/// One column of a rule's head.
struct HeadCell {
  dedalus::Slot slot = 0;
  /// Expression of the column, used instead of `slot` if not null.
  const dedalus::Expression* arithmetic = nullptr;
};

/// Sender and receiver of an inductive or async rule, as slots. Nullopt if the value is computed or
/// from an integer column, so that it is not a node.
struct ChannelEnds {
  std::optional<dedalus::Slot> from;
  std::optional<dedalus::Slot> to;
};

class RulePlan {
 public:
  RulePlan(const dedalus::Program& program, RuleId id);

  [[nodiscard]] const dedalus::Rule& rule() const { return *rule_; }
  [[nodiscard]] RuleId id() const { return id_; }
  /// Returns the initial binding: the slots of the variables, followed by one slot for each
  /// constant.
  [[nodiscard]] const std::vector<Value>& frame() const { return frame_; }
  [[nodiscard]] const std::vector<HeadCell>& head() const { return head_; }
  [[nodiscard]] std::uint32_t earliest() const { return earliest_; }
  /// Returns true if the rule is r(X…)@next :- r(X…); without further premises. Then the whole
  /// table is copied instead of firing the rule.
  [[nodiscard]] bool pure_persistence() const { return pure_persistence_; }
  /// Returns the plan whose first literal is positive[first]. Requires that this literal exists.
  /// The plan is made at the first call.
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
  std::vector<Plan> plans_;  ///< for each first literal, its plan; empty until it is requested
};

}  // namespace ldfi::eval
