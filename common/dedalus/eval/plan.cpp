// Makes join orders greedily, without statistics. The caller chooses the first literal, by the
// sizes of the tables at the current tick. After it, the literal with the most bound columns always
// comes next.
#include "common/dedalus/eval/plan.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::eval {

using dedalus::Comparison;
using dedalus::Expression;
using dedalus::Literal;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Slot;
using dedalus::Term;

namespace {

/// Returns true if the variable of the rule's location occurs in a string column. Otherwise the
/// location is a number, and so never a node.
bool location_is_string(const dedalus::Program& program, const Rule& rule) {
  for (const auto* literals : {&rule.positive, &rule.negative}) {
    for (const Literal& literal : *literals) {
      if (literal.arguments.front() != rule.location) continue;
      return program.relation(literal.relation).columns.front() == dedalus::ColumnType::string;
    }
  }
  return false;
}

}  // namespace

/// Makes the join plan of a rule that begins with a given literal.
class Planner {
 public:
  Planner(RulePlan& rule, std::vector<RelationStore>& stores)
      : plan_(rule),
        rule_(*rule.rule_),
        stores_(stores),
        bound_(rule.frame_.size(), false),
        placed_(rule_.positive.size(), false),
        refuted_(rule_.negative.size(), false),
        compared_(rule_.comparisons.size(), false) {
    for (std::size_t s = rule_.slot_count(); s < bound_.size(); ++s) bound_[s] = true;
  }

  Plan make(std::uint32_t first) {
    add_filters();
    add_literal(first);
    for (std::size_t n = 1; n < placed_.size(); ++n) add_literal(best());
    for (const Comparison& comparison : rule_.comparisons) {
      if (!comparison.left.can_fail() && !comparison.right.can_fail()) continue;
      Op op;
      op.kind = OpKind::compare_last;
      op.comparison = &comparison;
      out_.push_back(std::move(op));
    }
    LDFI_ENSURE(std::all_of(refuted_.begin(), refuted_.end(), [](bool b) { return b; }),
                "all variables of negated literals are bound");
    LDFI_ENSURE(channel_done_ || rule_.kind == RuleKind::deductive,
                "the variables for sender and receiver of a rule are bound");
    out_.emplace_back();
    mark_once();
    return std::move(out_);
  }

 private:
  [[nodiscard]] std::size_t bound_columns(const Literal& literal) const {
    return static_cast<std::size_t>(std::count_if(
        literal.arguments.begin(), literal.arguments.end(),
        [&](const Term& t) { return t.kind != Term::Kind::wildcard && bound_[plan_.slot_of(t)]; }));
  }

  /// Returns the index of the literal to match next. Prefers a literal all of whose columns are
  /// bound, because it only filters. Otherwise returns the literal with the most bound columns.
  [[nodiscard]] std::uint32_t best() const {
    std::uint32_t choice = 0;
    int best_score = -1;
    for (std::uint32_t i = 0; i < placed_.size(); ++i) {
      if (placed_[i]) continue;
      const auto bound = static_cast<int>(bound_columns(rule_.positive[i]));
      const bool full = static_cast<std::size_t>(bound) == rule_.positive[i].arguments.size();
      const int score = full ? 1'000'000 : bound;
      if (score > best_score) {
        best_score = score;
        choice = i;
      }
    }
    return choice;
  }

  Op literal_op(const Literal& literal) {
    Op op;
    op.relation = literal.relation;
    op.tick = literal.at ? static_cast<std::uint32_t>(literal.at->tick()) : 0;
    std::vector<Slot> here;
    for (std::uint32_t c = 0; c < literal.arguments.size(); ++c) {
      const Term& term = literal.arguments[c];
      if (term.kind == Term::Kind::wildcard) continue;
      const Slot slot = plan_.slot_of(term);
      if (bound_[slot]) {
        op.keys.push_back({c, slot});
      } else if (std::find(here.begin(), here.end(), slot) != here.end()) {
        op.same.push_back({c, slot});
      } else {
        op.binds.push_back({c, slot});
        here.push_back(slot);
      }
    }
    const bool full = op.keys.size() == literal.arguments.size();
    if (!full && !op.keys.empty()) op.index = stores_[op.relation.index()].index_id(op.keys);
    return op;
  }

  void add_literal(std::uint32_t i) {
    const Literal& literal = rule_.positive[i];
    Op op = literal_op(literal);
    op.literal = i;
    op.kind = op.keys.size() == literal.arguments.size() ? OpKind::member : OpKind::match;
    for (const Cell& cell : op.binds) bound_[cell.slot] = true;
    out_.push_back(std::move(op));
    placed_[i] = true;
    add_filters();
  }

  void add_filters() {
    for (std::size_t i = 0; i < compared_.size(); ++i) add_comparison(i);
    add_channel();
    for (std::size_t i = 0; i < refuted_.size(); ++i) {
      const Literal& literal = rule_.negative[i];
      const bool ready =
          std::all_of(literal.arguments.begin(), literal.arguments.end(), [&](const Term& t) {
            return t.kind == Term::Kind::wildcard || bound_[plan_.slot_of(t)];
          });
      if (refuted_[i] || !ready) continue;
      Op op = literal_op(literal);
      op.kind = op.keys.size() == literal.arguments.size() ? OpKind::absent : OpKind::no_match;
      out_.push_back(std::move(op));
      refuted_[i] = true;
    }
  }

  void add_comparison(std::size_t i) {
    const Comparison& comparison = rule_.comparisons[i];
    if (compared_[i] || comparison.left.can_fail() || comparison.right.can_fail()) return;
    Op op;
    op.kind = OpKind::compare;
    op.relop = comparison.op;
    op.left = operand(comparison.left);
    op.right = operand(comparison.right);
    if (!bound_[op.left] || !bound_[op.right]) return;
    out_.push_back(std::move(op));
    compared_[i] = true;
  }

  void add_channel() {
    if (rule_.kind == RuleKind::deductive || channel_done_) return;
    const auto ready = [&](const std::optional<Slot>& end) { return !end || bound_[*end]; };
    if (!ready(plan_.ends_.from) || !ready(plan_.ends_.to)) return;
    channel_done_ = true;
    if (rule_.kind == RuleKind::inductive && !plan_.ends_.from)
      return;  // a location that is not a node cannot crash, so no check is needed
    Op op;
    op.kind = rule_.kind == RuleKind::inductive ? OpKind::alive : OpKind::channel;
    op.never = !plan_.ends_.from || !plan_.ends_.to;
    op.relation = plan_.message_;
    op.left = plan_.ends_.from.value_or(0);
    op.right = plan_.ends_.to.value_or(0);
    out_.push_back(std::move(op));
  }

  [[nodiscard]] Slot operand(const Expression& expression) const {
    const auto& step = expression.steps.front();
    return step.op == Expression::Op::variable ? step.slot : plan_.constant_slot(step.value);
  }

  /// Sets `once` for each `match` whose bound variables no later operation needs. Then one matching
  /// row suffices.
  void mark_once() {
    std::vector<bool> used(plan_.frame_.size(), false);
    const auto use_all = [&](const Expression& expression) {
      for (const auto& step : expression.steps) {
        if (step.op == Expression::Op::variable) used[step.slot] = true;
      }
    };
    for (const HeadCell& cell : plan_.head_) {
      if (cell.arithmetic)
        use_all(*cell.arithmetic);
      else
        used[cell.slot] = true;
    }
    for (auto op = out_.rbegin(); op != out_.rend(); ++op) {
      if (op->kind == OpKind::match) {
        op->once = std::none_of(op->binds.begin(), op->binds.end(),
                                [&](const Cell& cell) { return used[cell.slot]; });
      }
      for (const Cell& cell : op->keys) used[cell.slot] = true;
      if (op->kind == OpKind::compare || op->kind == OpKind::alive || op->kind == OpKind::channel) {
        used[op->left] = used[op->right] = true;
      } else if (op->kind == OpKind::compare_last) {
        use_all(op->comparison->left);
        use_all(op->comparison->right);
      }
    }
  }

  RulePlan& plan_;
  const Rule& rule_;
  std::vector<RelationStore>& stores_;
  std::vector<bool> bound_;
  std::vector<bool> placed_;
  std::vector<bool> refuted_;
  std::vector<bool> compared_;
  bool channel_done_ = false;
  Plan out_;
};

RulePlan::RulePlan(const dedalus::Program& program, RuleId id)
    : rule_(&program.rule(id)),
      id_(id),
      frame_(rule_->slot_count(), 0),
      message_(program.message_of(*rule_)),
      earliest_(static_cast<std::uint32_t>(rule_->earliest.tick())),
      pure_persistence_(dedalus::copies_table(*rule_)),
      plans_(rule_->positive.size()) {
  LDFI_REQUIRE(!rule_->positive.empty(), "a rule has a literal without `notin`");
  for (const auto* literals : {&rule_->positive, &rule_->negative}) {
    for (const Literal& literal : *literals) {
      if (literal.at)
        earliest_ = std::max(earliest_, static_cast<std::uint32_t>(literal.at->tick()));
    }
  }
  add_constants();
  add_head(program);
}

Slot RulePlan::constant_slot(Value value) const {
  const auto it = std::find(frame_.begin() + static_cast<std::ptrdiff_t>(rule_->slot_count()),
                            frame_.end(), value);
  return static_cast<Slot>(it - frame_.begin());
}

Slot RulePlan::add_constant(Value value) {
  const Slot slot = constant_slot(value);
  if (slot == frame_.size()) frame_.push_back(value);
  return slot;
}

Slot RulePlan::slot_of(const Term& term) const {
  return term.kind == Term::Kind::variable ? term.slot : constant_slot(term.value);
}

void RulePlan::add_constants() {
  for (const auto* literals : {&rule_->positive, &rule_->negative}) {
    for (const Literal& literal : *literals) {
      for (const Term& term : literal.arguments) {
        if (term.kind == Term::Kind::constant) add_constant(term.value);
      }
    }
  }
  for (const Comparison& comparison : rule_->comparisons) {
    for (const Expression* side : {&comparison.left, &comparison.right}) {
      const auto& step = side->steps.front();
      if (step.op == Expression::Op::constant) add_constant(step.value);
    }
  }
}

void RulePlan::add_head(const dedalus::Program& program) {
  for (const auto& term : rule_->head_terms) {
    const auto& step = term.expression.steps.front();
    HeadCell cell;
    if (term.expression.can_fail())
      cell.arithmetic = &term.expression;
    else if (step.op == Expression::Op::variable)
      cell.slot = step.slot;
    else
      cell.slot = add_constant(step.value);
    head_.push_back(cell);
  }
  if (rule_->location.kind != Term::Kind::wildcard && location_is_string(program, *rule_)) {
    ends_.from = rule_->location.kind == Term::Kind::variable ? rule_->location.slot
                                                              : add_constant(rule_->location.value);
  }
  if (rule_->kind == RuleKind::inductive) {
    ends_.to = ends_.from;
  } else if (program.relation(rule_->head).columns.front() == dedalus::ColumnType::string &&
             !head_.front().arithmetic) {
    ends_.to = head_.front().slot;
  }
}

const Plan& RulePlan::starting_at(std::uint32_t first, std::vector<RelationStore>& stores) {
  if (plans_[first].empty()) plans_[first] = Planner(*this, stores).make(first);
  return plans_[first];
}

}  // namespace ldfi::eval
