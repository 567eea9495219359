// Finds the columns that hold nodes. Columns that share the variable of a rule's location form one
// class of a union-find [TAR75]. The columns of a class hold nodes if an `@async` rule sends
// messages from or to one of them.
#include "common/dedalus/language/location.hpp"

#include <algorithm>
#include <deque>
#include <numeric>

#include "common/dedalus/language/events.hpp"

namespace ldfi::dedalus {
namespace {

template <class Visit>
void for_each_literal(const Rule& rule, const Visit& visit) {
  for (const Literal& literal : rule.positive) visit(literal);
  for (const Literal& literal : rule.negative) visit(literal);
}

/// Returns the slot of the variable if the head term is a single variable. Returns nullopt for
/// other terms.
std::optional<Slot> variable_of(const HeadTerm& term) {
  const auto& steps = term.expression.steps;
  if (term.aggregate || steps.size() != 1 || steps[0].op != Expression::Op::variable)
    return std::nullopt;
  return steps[0].slot;
}

bool is_variable(const Term& term, std::optional<Slot> slot) {
  return slot && term.kind == Term::Kind::variable && term.slot == *slot;
}

std::optional<Slot> location_slot(const Rule& rule) {
  if (rule.location.kind != Term::Kind::variable) return std::nullopt;
  return rule.location.slot;
}

}  // namespace

void mark_protocol(Program& program) {
  std::vector<std::vector<const Rule*>> rules_of(program.relations.size());
  std::deque<RelationId> queue;
  const auto mark = [&](const Literal& literal) {
    Relation& relation = program.relations[literal.relation.index()];
    if (relation.feeds_protocol) return;
    relation.feeds_protocol = true;
    queue.push_back(literal.relation);
  };
  for (const Rule& rule : program.rules) {
    rules_of[rule.head.index()].push_back(&rule);
    if (rule.kind != RuleKind::deductive && !rule.observes) for_each_literal(rule, mark);
  }
  for (; !queue.empty(); queue.pop_front()) {
    for (const Rule* rule : rules_of[queue.front().index()]) for_each_literal(*rule, mark);
  }
}

LocationColumns::LocationColumns(const Program& program, bool guess) {
  std::size_t columns = 0;
  for (const Relation& relation : program.relations) {
    first_.push_back(columns);
    columns += relation.arity();
  }
  parent_.resize(columns);
  std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  marked_.assign(columns, false);
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const auto whole = program.relations[r].selection_of;
    if (!whole || whole == program.timeless) continue;
    for (std::size_t i = 0; i < program.relations[r].arity(); ++i) {
      parent_[root(first_[r] + i)] = root(first_[whole->index()] + i);
    }
  }
  tie_events(program);
  bool any_async = false;
  for (const Rule& rule : program.rules) {
    any_async = any_async || rule.kind == RuleKind::async;
    if (rule.observes) continue;
    if (rule.kind != RuleKind::deductive || program.relation(rule.head).feeds_protocol) {
      tie(program, rule);
    }
  }
  for (const Rule& rule : program.rules) {
    if (rule.kind == RuleKind::async) start_async(program, rule);
    if (guess && !any_async && !rule.observes && rule.kind == RuleKind::inductive) {
      mark(program, rule.head, 0);
      mark(program, rule.positive.front().relation, 0);
    }
  }
}

/// Joins the columns of each event with those of its relation, because they hold the same values.
/// An event may have one more column, for the sender.
void LocationColumns::tie_events(const Program& program) {
  for (std::size_t r = 0; r < program.relations.size(); ++r) {
    const auto& event = program.relations[r].event;
    if (!event) continue;
    const bool sender = is_about_messages(event->kind);
    const std::size_t place = event->kind == EventKind::arrival ? 1 : 0;
    if (sender) marked_[first_[r] + place] = true;
    for (std::size_t i = 0; i < program.relation(event->of).arity(); ++i) {
      const std::size_t own = first_[r] + (sender && i >= place ? i + 1 : i);
      parent_[root(own)] = root(first_[event->of.index()] + i);
    }
  }
}

std::size_t LocationColumns::root(std::size_t column) const {
  while (parent_[column] != column) {
    parent_[column] = parent_[parent_[column]];
    column = parent_[column];
  }
  return column;
}

/// Joins the columns in which the rule's location variable occurs. Columns of `crash` are left out,
/// because they always hold nodes. Generated helper relations are left out, too, because they would
/// join all relations that may be paused or damaged.
void LocationColumns::tie(const Program& program, const Rule& rule) {
  const auto slot = location_slot(rule);
  if (!slot) return;
  std::optional<std::size_t> tied;
  const auto join = [&](RelationId relation, std::size_t column) {
    if (relation == program.timeless || program.internal(relation)) return;
    const std::size_t here = root(first_[relation.index()] + column);
    if (tied) parent_[here] = root(*tied);
    tied = root(here);
  };
  for_each_literal(rule, [&](const Literal& literal) {
    for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
      if (is_variable(literal.arguments[i], slot)) join(literal.relation, i);
    }
  });
  for (std::size_t i = 0; i < rule.head_terms.size(); ++i) {
    if (variable_of(rule.head_terms[i]) == slot) join(rule.head, i);
  }
}

void LocationColumns::mark(const Program& program, RelationId relation, std::size_t column) {
  if (relation == program.timeless) return;
  if (program.relation(relation).columns[column] != ColumnType::string) return;
  marked_[root(first_[relation.index()] + column)] = true;
}

void LocationColumns::start_async(const Program& program, const Rule& rule) {
  mark(program, rule.head, 0);
  mark(program, rule.positive.front().relation, 0);
  const auto receiver = variable_of(rule.head_terms.front());
  for_each_literal(rule, [&](const Literal& literal) {
    for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
      const Term& term = literal.arguments[i];
      if (is_variable(term, receiver) || is_variable(term, location_slot(rule))) {
        mark(program, literal.relation, i);
      }
    }
  });
}

}  // namespace ldfi::dedalus
