// Lowers rules: determines the slots, types and ticks of a rule, and checks that its variables are
// bound. All parts of a rule are checked, even after an error. A rule with an error is not added to
// the program.
#include <fmt/core.h>

#include <algorithm>
#include <limits>

#include "common/base/text.hpp"
#include "common/dedalus/language/lower.hpp"

namespace ldfi::dedalus {
namespace {

using TermKind = ast::Term::Kind;

bool is_order(Relop op) {
  return op != Relop::equal && op != Relop::not_equal;
}

const char* spelling(AggregateKind kind) {
  switch (kind) {
    case AggregateKind::count:
      return "`count`";
    case AggregateKind::min:
      return "`min`";
    case AggregateKind::max:
      return "`max`";
    case AggregateKind::sum:
      return "`sum`";
  }
  return "";
}

Typed integer(Subject::Kind kind, std::string_view what, SourceRange where) {
  return Typed::always(ColumnType::integer, {kind, what, 0}, where);
}

}  // namespace

void Lowering::add_rule(const ast::Statement& statement) {
  const std::size_t errors = report_.error_count();
  Rule rule;
  rule.where = statement.where;
  Scope scope(statement, types_, report_);
  set_kind(statement.head, rule);
  lower_body(statement, rule, scope);
  lower_head(statement.head, rule, scope);
  scope.warn_negated(statement);
  if (report_.error_count() != errors) return;
  warn_late(rule);
  rule.observes = observing_;
  if (!observing_) rule.location = rule.positive.front().arguments.front();
  rule.slot_names = scope.names();
  rule.text = one_line(statement.text);
  first_slot_.push_back(scope.first_node());
  program_.rules.push_back(std::move(rule));
}

void Lowering::warn_late(const Rule& rule) {
  if (rule.earliest.tick() <= 1) return;
  const bool never = options_.eot && rule.earliest.tick() > *options_.eot;
  report_.warning(
      Code::late_premise, rule.where,
      never ? fmt::format("this rule never fires: it reads tick {}, which is later than EOT ({})",
                          rule.earliest.tick(), *options_.eot)
            : fmt::format("this rule never fires before tick {}, which it reads",
                          rule.earliest.tick()),
      {"a rule cannot read later ticks"});
}

void Lowering::set_kind(const ast::Head& head, Rule& rule) {
  switch (head.annotation.kind) {
    case ast::Annotation::Kind::none:
      rule.kind = RuleKind::deductive;
      return;
    case ast::Annotation::Kind::next:
      rule.kind = RuleKind::inductive;
      return;
    case ast::Annotation::Kind::async:
      rule.kind = RuleKind::async;
      if (!observing_) return;
      report_.error(Code::spec, head.annotation.where, "a specification sends no messages",
                    {"it reads the state of every node, and may remember it with `@next`"});
      return;
    case ast::Annotation::Kind::tick:
      break;
  }
  report_.error(Code::rule_time, head.annotation.where,
                "the head of a rule may not have a fixed tick",
                {"only facts have one: `rel(...)@1;`. A rule has no tick, `@next` or `@async`"});
}

void Lowering::lower_body(const ast::Statement& statement, Rule& rule, Scope& scope) {
  for (const ast::Literal& literal : statement.literals) lower_literal(literal, rule, scope);
  for (const ast::Comparison& comparison : statement.comparisons) {
    lower_comparison(comparison, rule, scope);
  }
  const auto& literals = statement.literals;
  if (std::all_of(literals.begin(), literals.end(), [](const auto& l) { return l.negated; })) {
    report_.error(
        Code::no_positive, statement.head.where, "a rule needs a literal without `notin`",
        {observing_ ? "the literals without `notin` give the variables their values"
                    : "the first column of the first literal names the node where the rule runs"});
  }
}

void Lowering::lower_literal(const ast::Literal& literal, Rule& rule, Scope& scope) {
  Literal out;
  out.where = literal.where;
  for (const ast::Term& term : literal.arguments) {
    Term& argument = out.arguments.emplace_back();
    if (term.kind == TermKind::string || term.kind == TermKind::integer) {
      argument = {Term::Kind::constant, 0, constant(term)};
    } else if (!literal.negated && term.kind == TermKind::wildcard) {
      argument = {Term::Kind::variable, scope.next_anonymous(), 0};
    } else if (const auto slot = scope.find(term.text)) {
      argument = {Term::Kind::variable, *slot, 0};
    }
  }
  set_time(literal, rule, out.at);
  const auto relation = read(literal, scope);
  if (!relation) return;
  out.relation = *relation;
  for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
    const Subject column{Subject::Kind::column, literal.relation, i};
    const Typed right = Typed::of(vocabulary_.column(*relation, i), column, literal.where);
    const ast::Term& term = literal.arguments[i];
    if (out.arguments[i].kind == Term::Kind::variable) {
      const Subject variable{Subject::Kind::variable, term.text, 0};
      types_.unify(Typed::of(scope.node(out.arguments[i].slot), variable, term.where), right);
    } else if (out.arguments[i].kind == Term::Kind::constant) {
      types_.unify(typed(term, scope), right);
    }
  }
  (literal.negated ? rule.negative : rule.positive).push_back(std::move(out));
}

void Lowering::set_time(const ast::Literal& literal, Rule& rule, std::optional<Time>& out) {
  const ast::Annotation& at = literal.annotation;
  if (at.kind == ast::Annotation::Kind::none) return;
  if (at.kind != ast::Annotation::Kind::tick) {
    report_.error(Code::rule_time, at.where, "only a rule's head may be `@next` or `@async`",
                  {"a body reads the same tick, or a fixed tick: `rel(...)@1`"});
    return;
  }
  if (at.tick < 1 || at.tick > std::numeric_limits<int>::max()) {
    report_.error(Code::rule_time, at.where,
                  at.tick < 1 ? "ticks are numbered from 1" : "no run is that long");
    return;
  }
  out = Time(static_cast<int>(at.tick));
  rule.earliest = std::max(rule.earliest, *out);
}

Typed Lowering::typed(const ast::Expr& expr, Scope& scope) {
  if (const ast::Term* term = expr.term()) return typed(*term, scope);
  return integer(Subject::Kind::yields, "arithmetic", expr.where);
}

bool Lowering::lower_expression(const ast::Expr& expr, Expression& out, Scope& scope,
                                const char* role) {
  bool good = true;
  for (const ast::Step& step : expr.steps) {
    Expression::Step lowered;
    lowered.op = step.op;
    lowered.where = step.where;
    const ast::Term& term = step.operand;
    if (step.op != Expression::Op::variable) {
      out.steps.push_back(lowered);
      continue;
    }
    if (term.kind == TermKind::variable || term.kind == TermKind::wildcard) {
      const auto slot = scope.require(term, role);
      good = good && slot.has_value();
      lowered.slot = slot.value_or(0);
      if (!slot) continue;
    } else {
      lowered.op = Expression::Op::constant;
      lowered.value = constant(term);
    }
    if (expr.steps.size() > 1) {
      types_.unify(typed(term, scope), integer(Subject::Kind::needs, arithmetic, term.where));
    }
    out.steps.push_back(lowered);
  }
  if (expr.steps.size() > 1 || expr.steps.front().operand.kind == TermKind::integer) {
    out.type = ColumnType::integer;
  }
  return good;
}

void Lowering::lower_comparison(const ast::Comparison& comparison, Rule& rule, Scope& scope) {
  Comparison out;
  out.op = comparison.op;
  out.where = comparison.where;
  constexpr const char* role = "in this comparison";
  bool good = lower_expression(comparison.left, out.left, scope, role);
  good = lower_expression(comparison.right, out.right, scope, role) && good;
  if (!good) return;
  const Typed left = typed(comparison.left, scope);
  const Typed right = typed(comparison.right, scope);
  if (is_order(comparison.op)) {
    const Typed order = integer(Subject::Kind::needs, order_comparison, comparison.where);
    // If one side is a constant, the constant is checked first. A string constant is the error; it
    // says nothing about the type of the other side.
    const Typed& first = right.fixed ? right : left;
    const Typed& second = right.fixed ? left : right;
    if (types_.unify(first, order)) types_.unify(second, order);
  } else {
    types_.unify(left, right);
  }
  rule.comparisons.push_back(std::move(out));
}

void Lowering::check_aggregates(const ast::Head& head, Rule& rule) {
  const auto aggregated = std::find_if(head.terms.begin(), head.terms.end(),
                                       [](const auto& term) { return term.aggregate.has_value(); });
  if (aggregated == head.terms.end()) return;
  rule.has_aggregate = true;
  const auto kind = head.annotation.kind;
  if (kind != ast::Annotation::Kind::next && kind != ast::Annotation::Kind::async) return;
  report_.error(
      Code::aggregate, aggregated->where,
      "an aggregate may only be in the head of a rule without `@next` and `@async`",
      {fmt::format("split the rule: aggregate into a helper relation, and derive `{}@{}` from it",
                   beginning(head.relation),
                   kind == ast::Annotation::Kind::next ? "next" : "async")});
}

void Lowering::lower_head_term(const ast::HeadTerm& term, const Typed& column, HeadTerm& out,
                               Scope& scope) {
  out.aggregate = term.aggregate;
  const char* role = term.aggregate ? "in this aggregate" : "in the head";
  if (!lower_expression(term.expression, out.expression, scope, role)) return;
  const Typed value = typed(term.expression, scope);
  if (!term.aggregate) {
    types_.unify(value, column);
    return;
  }
  const char* name = spelling(*term.aggregate);
  if (*term.aggregate != AggregateKind::count) {
    types_.unify(value, integer(Subject::Kind::needs, name, term.where));
  }
  types_.unify(integer(Subject::Kind::yields, name, term.where), column);
}

void Lowering::lower_head(const ast::Head& head, Rule& rule, Scope& scope) {
  check_aggregates(head, rule);
  const auto relation = define(head, Vocabulary::Use::head);
  for (std::size_t i = 0; i < head.terms.size(); ++i) {
    HeadTerm& out = rule.head_terms.emplace_back();
    const Subject subject{Subject::Kind::column, head.relation, i};
    // If the head does not fit its relation, its expressions are still checked. New types then
    // replace those of the relation's columns.
    const TypeNode node = relation ? vocabulary_.column(*relation, i) : types_.fresh();
    lower_head_term(head.terms[i], Typed::of(node, subject, head.where), out, scope);
  }
  if (relation) rule.head = *relation;
}

}  // namespace ldfi::dedalus
