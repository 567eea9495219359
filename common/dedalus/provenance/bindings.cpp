#include "common/dedalus/provenance/bindings.hpp"

#include <algorithm>

#include "common/dedalus/language/arithmetic.hpp"

namespace ldfi::provenance {

using dedalus::Expression;
using dedalus::Literal;
using dedalus::RuleKind;
using dedalus::Term;
using dedalus::Value;

namespace {

const Expression::Step* plain_variable(const dedalus::HeadTerm& term) {
  const auto& steps = term.expression.steps;
  const bool plain =
      !term.aggregate && steps.size() == 1 && steps[0].op == Expression::Op::variable;
  return plain ? steps.data() : nullptr;
}

Time tick_of(const Literal& literal, Time at) {
  return literal.at.value_or(at);
}

}  // namespace

RuleBindings::RuleBindings(const dedalus::Program& program, RuleId id)
    : program_(program), rule_(program.rule(id)) {
  const auto is_string = [&](RelationId relation) {
    return program_.relation(relation).columns[0] == dedalus::ColumnType::string;
  };
  for (const auto* literals : {&rule_.negative, &rule_.positive}) {
    for (auto l = literals->rbegin(); l != literals->rend(); ++l) {
      if (!rule_.observes && l->arguments[0] == rule_.location)
        located_at_symbol_ = is_string(l->relation);
    }
  }
  receiver_is_symbol_ = is_string(rule_.head) && !rule_.head_terms[0].expression.can_fail();
  for (const Literal& l : rule_.positive) body_.push_back({&l, false});
  for (const Literal& l : rule_.negative) body_.push_back({&l, true});
  std::stable_sort(body_.begin(), body_.end(), [](const BodyLiteral& a, const BodyLiteral& b) {
    return std::pair(a.literal->where.line, a.literal->where.column) <
           std::pair(b.literal->where.line, b.literal->where.column);
  });
  order_body();
}

/// Orders the literals of the body greedily. The literal with the most bound columns always comes
/// next. At first, the variables of the head are bound.
void RuleBindings::order_body() {
  std::vector<bool> bound(rule_.slot_count(), false);
  for (const auto& term : rule_.head_terms) {
    if (const auto* variable = plain_variable(term)) bound[variable->slot] = true;
  }
  const auto keys_of = [&](const Literal& literal) {
    Columns keys;
    for (std::uint32_t c = 0; c < literal.arguments.size(); ++c) {
      const Term& term = literal.arguments[c];
      if (term.kind == Term::Kind::constant || bound[term.slot]) keys.push_back(c);
    }
    return keys;
  };
  std::vector<const Literal*> rest;
  for (const Literal& literal : rule_.positive) rest.push_back(&literal);
  while (!rest.empty()) {
    const auto best =
        std::max_element(rest.begin(), rest.end(), [&](const Literal* a, const Literal* b) {
          return keys_of(*a).size() < keys_of(*b).size();
        });
    steps_.push_back({*best, keys_of(**best)});
    for (const Term& term : (*best)->arguments) {
      if (term.kind == Term::Kind::variable) bound[term.slot] = true;
    }
    rest.erase(best);
  }
}

void RuleBindings::for_each(Lookup& lookup, const eval::Network& network,
                            const std::vector<Value>& head, Time at, const Visit& visit) {
  if (at < rule_.earliest || !bind_head(head)) return;
  lookup_ = &lookup;
  network_ = &network;
  head_ = &head;
  at_ = at;
  visit_ = &visit;
  extend(0);
}

bool RuleBindings::bind_head(const std::vector<Value>& head) {
  binding_.assign(rule_.slot_count(), 0);
  bound_.assign(rule_.slot_count(), false);
  for (std::size_t i = 0; i < head.size(); ++i) {
    const dedalus::HeadTerm& term = rule_.head_terms[i];
    if (const auto* variable = plain_variable(term)) {
      if (bound_[variable->slot] && binding_[variable->slot] != head[i]) return false;
      binding_[variable->slot] = head[i];
      bound_[variable->slot] = true;
    } else if (!term.aggregate && term.expression.steps.size() == 1) {
      if (term.expression.steps[0].value != head[i]) return false;
    }
  }
  return true;
}

void RuleBindings::extend(std::size_t step) {
  if (step == steps_.size()) {
    if (passes()) (*visit_)(binding_.data());
    return;
  }
  const Literal& literal = *steps_[step].literal;
  eval::Tuple key;
  for (const std::uint32_t c : steps_[step].keys) {
    key.push_back(value(literal.arguments[c], binding_.data()));
  }
  const auto& rows = lookup_->find(literal.relation, tick_of(literal, at_), steps_[step].keys, key);
  const std::vector<bool> before = bound_;
  for (const eval::Tuple* tuple : rows) {
    lookup_->step();
    if (unify(literal, *tuple)) extend(step + 1);
    bound_ = before;
  }
}

bool RuleBindings::unify(const Literal& literal, const eval::Tuple& tuple) {
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const Term& term = literal.arguments[i];
    // The key of the lookup contains each constant, so it matches.
    if (term.kind != Term::Kind::variable) continue;
    if (bound_[term.slot] && binding_[term.slot] != tuple[i]) return false;
    binding_[term.slot] = tuple[i];
    bound_[term.slot] = true;
  }
  return true;
}

Columns RuleBindings::bound_columns(const Literal& literal) {
  Columns out;
  for (std::uint32_t c = 0; c < literal.arguments.size(); ++c) {
    if (literal.arguments[c].kind != Term::Kind::wildcard) out.push_back(c);
  }
  return out;
}

bool RuleBindings::passes() {
  for (const Literal& literal : rule_.negative) {
    const Columns columns = bound_columns(literal);
    eval::Tuple key;
    for (const std::uint32_t c : columns)
      key.push_back(value(literal.arguments[c], binding_.data()));
    if (!lookup_->find(literal.relation, tick_of(literal, at_), columns, key).empty()) return false;
  }
  if (!delivered()) return false;
  // The execution evaluated this comparison without an arithmetic error, so `fault` is not read.
  dedalus::ArithmeticFault fault;
  for (const dedalus::Comparison& comparison : rule_.comparisons) {
    if (!dedalus::holds(comparison, binding_.data(), fault).value_or(false)) return false;
  }
  return head_agrees();
}

bool RuleBindings::head_agrees() {
  dedalus::ArithmeticFault fault;
  for (std::size_t i = 0; i < head_->size(); ++i) {
    const dedalus::HeadTerm& term = rule_.head_terms[i];
    if (term.aggregate || !term.expression.can_fail()) continue;
    if (dedalus::evaluate(term.expression, binding_.data(), fault) != (*head_)[i]) return false;
  }
  return true;
}

bool RuleBindings::delivered() {
  if (rule_.kind == RuleKind::deductive) return true;
  const Value from = value(rule_.location, binding_.data());
  if (rule_.kind == RuleKind::inductive) return !located_at_symbol_ || network_->alive(from, rule_);
  return located_at_symbol_ && receiver_is_symbol_ &&
         network_->delivers(from, (*head_)[0], program_.message_of(rule_));
}

}  // namespace ldfi::provenance
