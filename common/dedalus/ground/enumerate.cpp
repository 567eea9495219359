// Joins: finds every binding of a rule over the possible facts.
#include <algorithm>
#include <array>

#include "common/dedalus/ground/grounder.hpp"

namespace ldfi::ground {

using dedalus::Literal;
using dedalus::Term;

void Grounder::enumerate(RuleId rule, const Plan& plan, std::span<const Window> windows) {
  rule_id_ = rule;
  rule_ = &program_.rule(rule);
  plan_ = &plan;
  windows_ = windows;
  binding_.assign(rule_->slot_count(), 0);
  is_bound_.assign(rule_->slot_count(), false);
  matched_.resize(plan.steps.size());
  step(0);
}

void Grounder::step(std::size_t depth) {
  meter_.step();
  if (depth == plan_->steps.size()) return fire();
  const Literal& literal = rule_->positive[plan_->steps[depth].literal];
  if (program_.crash == literal.relation) {
    step_crash(depth, literal);
  } else {
    step_table(depth, literal);
  }
}

void Grounder::step_table(std::size_t depth, const Literal& literal) {
  const Plan::Step& s = plan_->steps[depth];
  std::array<Value, 64> key;  // `bound` has 64 bits, so there are no more columns
  std::size_t width = 0;
  for (std::uint64_t rest = s.bound; rest != 0; rest &= rest - 1) {
    key[width++] = term(literal.arguments[static_cast<std::size_t>(__builtin_ctzll(rest))]);
  }
  const Window w = windows_[s.literal];
  table_at(literal.relation, literal.at.value_or(now_))
      .match(store_, s.bound, std::span(key.data(), width), w.low, w.high, [&](FactId f) {
        descend(depth, literal, store_.tuple(f), f);
        return true;
      });
}

// crash(observer, node, time): all observers see the same. So if the observer's variable is used
// nowhere else, one observer stands for all. In the same way one time stands for all if no other
// part of the rule uses it.
void Grounder::step_crash(std::size_t depth, const Literal& literal) {
  if (!fspec_.may_crash()) return;
  const auto unused = [&](const Term& t) {
    return t.kind == Term::Kind::variable && !is_bound_[t.slot] &&
           plans_[rule_id_.index()].slot_uses[t.slot] == 1;
  };
  const bool any_observer = unused(literal.arguments[0]);
  const bool any_time = unused(literal.arguments[2]);
  for (std::uint32_t o = 0; o < (any_observer ? 1U : fspec_.node_count()); ++o) {
    for (std::uint32_t n = 0; n < fspec_.node_count(); ++n) {
      if ((!any_observer && !symbol_by_node_[o]) || !symbol_by_node_[n]) continue;
      if (!fspec_.crashable(NodeId(n))) continue;
      for (int t = 1; t <= (any_time ? 1 : fspec_.eot()); ++t) {
        const Value tuple[] = {symbol_by_node_[o].value_or(0), *symbol_by_node_[n], t};
        descend(depth, literal, tuple,
                any_time ? crashes_ever(literal.relation, NodeId(n))
                         : *crash_fact(literal.relation, NodeId(n), t));
      }
    }
  }
}

// Reads `tuple` before anything is derived, because deriving may move the store's tuples.
void Grounder::descend(std::size_t depth, const Literal& literal, std::span<const Value> tuple,
                       FactId fact) {
  std::uint64_t newly = 0;  // columns whose variables this literal binds
  bool matches = true;
  for (std::size_t c = 0; c < tuple.size() && matches; ++c) {
    const Term& t = literal.arguments[c];
    if (t.kind == Term::Kind::constant) {
      matches = t.value == tuple[c];
    } else if (is_bound_[t.slot]) {
      matches = binding_[t.slot] == tuple[c];
    } else {
      is_bound_[t.slot] = true;
      binding_[t.slot] = tuple[c];
      newly |= std::uint64_t{1} << c;
    }
  }
  dedalus::ArithmeticFault fault;
  for (std::uint32_t c : plan_->steps[depth].comparisons) {
    matches = matches && *dedalus::holds(rule_->comparisons[c], binding_.data(), fault);
  }
  if (matches) {
    matched_[depth] = fact;
    step(depth + 1);
  }
  for (; newly != 0; newly &= newly - 1) {
    is_bound_[literal.arguments[static_cast<std::size_t>(__builtin_ctzll(newly))].slot] = false;
  }
}

}  // namespace ldfi::ground
