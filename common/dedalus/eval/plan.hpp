// Join plans: the body of a rule as a straight line of operations over a binding. A rule has one
// plan for each positive literal that may come first (the one with the smallest table, or with the
// newest tuples).
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

enum class OpKind : std::uint8_t {
  match,         ///< for each row of a literal that agrees with the keys: bind and continue
  member,        ///< a positive literal that is bound in every column
  absent,        ///< a negated literal, bound in every column
  no_match,      ///< a negated literal with wildcards
  compare,       ///< without arithmetic
  compare_last,  ///< with arithmetic
  alive,         ///< the clock premise of an inductive rule
  channel,       ///< the clock premise of an async rule
  emit,
};

struct Op {
  OpKind kind = OpKind::emit;
  RelationId relation{};      ///< of the literal; of a channel: of the messages
  std::uint32_t literal = 0;  ///< index of the positive literal
  std::uint32_t tick = 0;     ///< T of rel(…)@T; 0: the present tick
  std::uint32_t index = 0;    ///< the index on the key columns, if there are any
  bool once = false;          ///< nothing needs what is bound here: the first match will do
  bool never = false;         ///< a channel with an end that cannot be a node
  std::vector<Cell> keys;     ///< columns that are bound before
  std::vector<Cell> binds;
  std::vector<Cell> same;  ///< columns that repeat a variable bound here
  dedalus::Relop relop = dedalus::Relop::equal;
  dedalus::Slot left = 0;   ///< of a comparison; the sender
  dedalus::Slot right = 0;  ///< of a comparison; the receiver
  const dedalus::Comparison* comparison = nullptr;
};

using Plan = std::vector<Op>;

struct HeadCell {
  dedalus::Slot slot = 0;
  const dedalus::Expression* arithmetic = nullptr;  ///< if not null, in place of the slot
};

/// The location columns of an inductive or async rule, as slots. There is no slot for a value of an
/// integer column or a computed value: it is no node.
struct ChannelEnds {
  std::optional<dedalus::Slot> from;
  std::optional<dedalus::Slot> to;
};

class RulePlan {
 public:
  RulePlan(const dedalus::Program& program, RuleId id);

  [[nodiscard]] const dedalus::Rule& rule() const { return *rule_; }
  [[nodiscard]] RuleId id() const { return id_; }
  /// The initial binding: the slots of the variables, then one slot for each constant.
  [[nodiscard]] const std::vector<Value>& frame() const { return frame_; }
  [[nodiscard]] const std::vector<HeadCell>& head() const { return head_; }
  [[nodiscard]] std::uint32_t earliest() const { return earliest_; }
  /// True for r(X…)@next :- r(X…); with nothing else. Then the whole table is copied.
  [[nodiscard]] bool pure_persistence() const { return pure_persistence_; }
  /// The plan whose first literal is positive[first], which must exist. Made when it is first asked
  /// for.
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
  RelationId message_;  ///< of an async rule: whose messages it sends
  std::uint32_t earliest_ = 1;
  bool pure_persistence_ = false;
  std::vector<Plan> plans_;  ///< by first literal; empty until asked for
};

}  // namespace ldfi::eval
