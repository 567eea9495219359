// Joins: finds every binding of a rule over the facts found so far.
#include <algorithm>
#include <array>

#include "common/forever/grounder.hpp"

namespace ldfi::forever {

using dedalus::Literal;
using dedalus::Term;

void Grounder::enumerate(RuleId rule) {
  rule_id_ = rule;
  rule_ = &program_.rule(rule);
  binding_.assign(rule_->slot_count(), 0);
  is_bound_.assign(rule_->slot_count(), false);
  matched_.resize(plans_[rule.index()].steps.size());
  drafts_.clear();
  step(0);
  if (rule_->has_aggregate) finish_groups(rule);
}

void Grounder::step(std::size_t depth) {
  meter_.step();
  const ground::Plan& plan = plans_[rule_id_.index()];
  if (depth == plan.steps.size()) return fire();
  const Literal& literal = rule_->positive[plan.steps[depth].literal];
  if (program_.crash == literal.relation) {
    step_crash(depth, literal);
  } else {
    step_table(depth, literal);
  }
}

void Grounder::step_table(std::size_t depth, const Literal& literal) {
  const ground::Plan::Step& s = plans_[rule_id_.index()].steps[depth];
  std::array<Value, 64> key;  // `bound` has 64 bits, so there are no more columns
  std::size_t width = 0;
  for (std::uint64_t rest = s.bound; rest != 0; rest &= rest - 1) {
    key[width++] = term(literal.arguments[static_cast<std::size_t>(__builtin_ctzll(rest))]);
  }
  ground::Table& table = tables_[literal.relation.index()];
  table.match(store_, s.bound, std::span(key.data(), width), 0, table.size(), [&](FactId f) {
    descend(depth, literal, store_.tuple(f), f);
    return true;
  });
}

// All observers see the same crashes, at every tick; nothing reads their times.
void Grounder::step_crash(std::size_t depth, const Literal& literal) {
  const Term& observer = literal.arguments[0];
  const bool any = observer.kind == Term::Kind::variable && !is_bound_[observer.slot] &&
                   slot_uses_[rule_id_.index()][observer.slot] == 1;
  for (std::uint32_t o = 0; o < (any ? 1U : fspec_.node_count()); ++o) {
    const auto seen_by = program_.symbols.find(fspec_.name(NodeId(o)));
    if (!any && !seen_by) continue;
    for (const auto& [n, fact] : crash_by_node_) {
      const auto node = program_.symbols.find(fspec_.name(NodeId(n)));
      if (!node) continue;
      const Value tuple[] = {seen_by.value_or(0), *node, 1};
      descend(depth, literal, tuple, fact);
    }
  }
}

// Reads `tuple` before anything is derived, because deriving may move the store's tuples.
void Grounder::descend(std::size_t depth, const Literal& literal, std::span<const Value> tuple,
                       FactId fact) {
  std::uint64_t newly = 0;  // columns whose variables this literal binds
  bool fits = true;
  for (std::size_t c = 0; c < tuple.size() && fits; ++c) {
    const Term& t = literal.arguments[c];
    if (t.kind == Term::Kind::constant) {
      fits = t.value == tuple[c];
    } else if (is_bound_[t.slot]) {
      fits = binding_[t.slot] == tuple[c];
    } else {
      is_bound_[t.slot] = true;
      binding_[t.slot] = tuple[c];
      newly |= std::uint64_t{1} << c;
    }
  }
  dedalus::ArithmeticFault fault;
  for (std::uint32_t c : plans_[rule_id_.index()].steps[depth].comparisons) {
    fits = fits && *dedalus::holds(rule_->comparisons[c], binding_.data(), fault);
  }
  if (fits) {
    matched_[depth] = fact;
    step(depth + 1);
  }
  for (; newly != 0; newly &= newly - 1) {
    is_bound_[literal.arguments[static_cast<std::size_t>(__builtin_ctzll(newly))].slot] = false;
  }
}

}  // namespace ldfi::forever
