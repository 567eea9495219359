#include "common/dedalus/ground/relevance.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <map>

namespace ldfi::ground {

using dedalus::Expression;
using dedalus::Literal;
using dedalus::Program;
using dedalus::Rule;
using dedalus::RuleKind;

namespace {

/// An estimate of a number. A double suffices, because no sum of estimates exceeds its range.
using Amount = double;
/// Upper bound for the number of facts in any execution, and so for the size of any group.
constexpr Amount max_counted = 1e15;
/// Largest estimate for which arithmetic counts as safe. It is far enough below the largest Value
/// that rounding errors do not matter.
constexpr Amount max_value = 1e18;

Amount size_of(dedalus::Value v) {
  return std::abs(static_cast<Amount>(v));
}

template <class F>
void for_each_expression(const Rule& rule, F f) {
  for (const auto& c : rule.comparisons) f(c.left), f(c.right);
  for (const auto& h : rule.head_terms) f(h.expression);
}

bool has_arithmetic(const Rule& rule) {
  bool any = false;
  for_each_expression(rule, [&](const Expression& e) { any = any || e.can_fail(); });
  const auto& heads = rule.head_terms;
  return any || std::any_of(heads.begin(), heads.end(), [](const auto& h) {
           return h.aggregate == dedalus::AggregateKind::sum;
         });
}

/// Returns by how much the expression can change a value in one evaluation, at most. Returns
/// infinity if the expression does more than add constants.
Amount reach_of(const Expression& e) {
  if (!e.can_fail()) return 0;
  Amount sum = 0;
  int variables = 0;
  for (const auto& s : e.steps) {
    if (s.op == Expression::Op::variable) ++variables;
    if (s.op == Expression::Op::constant) sum += size_of(s.value);
    const bool scales = s.op == Expression::Op::multiply || s.op == Expression::Op::divide;
    if (scales || variables > 1) return std::numeric_limits<Amount>::infinity();
  }
  return sum;
}

Amount largest_constant(const Program& program) {
  Amount largest = 0;
  const auto take = [&](dedalus::Value v) { largest = std::max(largest, size_of(v)); };
  for (const auto& fact : program.facts) std::for_each(fact.tuple.begin(), fact.tuple.end(), take);
  for (const Rule& rule : program.rules) {
    for_each_expression(rule, [&](const Expression& e) {
      for (const auto& s : e.steps) take(s.value);
    });
    for (const auto* list : {&rule.positive, &rule.negative}) {
      for (const Literal& l : *list) {
        for (const auto& t : l.arguments) take(t.value);
      }
    }
  }
  return largest;
}

bool in_recursion(const Program& program, const Rule& rule) {
  return rule.kind == RuleKind::deductive &&
         program.strata[program.stratum_of[rule.head.index()]].recursive;
}

}  // namespace

std::vector<GoalRelation> goal_relations(const Program& p, int eot) {
  std::map<RelationId, Time> from;
  const auto add = [&](RelationId relation, Time at) {
    const auto [known, is_new] = from.emplace(relation, at);
    if (!is_new) known->second = std::min(known->second, at);
  };
  if (p.pre) add(*p.pre, Time(eot));
  if (p.post) add(*p.post, Time(eot));
  for (const dedalus::DeclaredSpecification& one : p.specifications) {
    if (!one.invariant) add(one.relation, one.says.first(eot));
  }
  const bool asked = !from.empty();
  for (std::size_t r = 0; !asked && r < p.relations.size(); ++r) {
    if (p.relations[r].persisted) add(RelationId(r), Time(eot));
  }
  if (p.overtaken) add(*p.overtaken, Time(1));
  std::vector<GoalRelation> out;
  for (const auto& [relation, at] : from) out.push_back({relation, at});
  return out;
}

// Estimates the largest value: it starts as a constant, a count or the time of a crash. Each rule
// can then add to it at most once at each tick.
bool arithmetic_is_safe(const Program& program, int eot) {
  Amount step = 0;
  for (const Rule& rule : program.rules) {
    if (!has_arithmetic(rule)) continue;
    if (in_recursion(program, rule)) return false;
    for (const auto& h : rule.head_terms) {
      if (h.aggregate == dedalus::AggregateKind::sum) return false;
    }
    for_each_expression(rule, [&](const Expression& e) { step = std::max(step, reach_of(e)); });
  }
  const Amount steps = static_cast<Amount>(program.rules.size() + 1) * (Amount{1} + eot);
  return max_counted + largest_constant(program) + steps * step < max_value;
}

Relevance::Relevance(const Program& program, const Fspec& fspec,
                     const std::vector<GoalRelation>& goals)
    : program_(program), eot_(fspec.eot()), always_(program.relations.size()) {
  if (!arithmetic_is_safe(program, eot_)) {
    for (const Rule& rule : program.rules) {
      if (has_arithmetic(rule)) always_[rule.head.index()] = true;
    }
  }
  // A literal rel@T makes the relation matter at T if the literal's rule matters at a later tick.
  // Such a literal may be found only after T was visited. So the search repeats until it finds no
  // further literal.
  std::size_t pins = 0;
  do {
    pins = pinned_.size();
    look_back(goals);
  } while (pinned_.size() != pins);
}

/// Computes the rows of relations that matter, from EOT back to the first tick, or until the rows
/// no longer change. For ticks before the first tick of a goal, the last row contains more
/// relations than necessary, which is harmless.
void Relevance::look_back(const std::vector<GoalRelation>& goals) {
  rows_.clear();
  for (int tick = eot_; tick >= 1; --tick) {
    Row row = tick == eot_ ? always_ : before(rows_.back(), Time(tick));
    for (const GoalRelation& goal : goals) {
      if (goal.from <= Time(tick)) row[goal.relation.index()] = true;
    }
    for (const auto& [at, relation] : pinned_) {
      if (at == Time(tick)) row[relation.index()] = true;
    }
    close(row, Time(tick));
    if (pinned_.empty() && !rows_.empty() && row == rows_.back()) return;
    rows_.push_back(std::move(row));
  }
}

/// Returns the relations at tick `at` on which the relevant heads of the next tick depend. `next`
/// has the relations that matter at the next tick.
Relevance::Row Relevance::before(const Row& next, Time at) {
  Row row = always_;
  for (const Rule& rule : program_.rules) {
    if (rule.kind != RuleKind::deductive && next[rule.head.index()]) mark(rule, at, row);
  }
  return row;
}

/// Extends `row`, the relations that matter at tick `at`, by all relations on which they depend at
/// the same tick.
void Relevance::close(Row& row, Time at) {
  for (Row old; old != row;) {
    old = row;
    for (const Rule& rule : program_.rules) {
      if (rule.kind == RuleKind::deductive && row[rule.head.index()]) mark(rule, at, row);
    }
  }
}

void Relevance::mark(const Rule& rule, Time at, Row& row) {
  if (at < rule.earliest) return;
  for (const auto* list : {&rule.positive, &rule.negative}) {
    for (const Literal& l : *list) {
      if (l.at && *l.at != at) {
        pinned_.emplace(*l.at, l.relation);
      } else {
        row[l.relation.index()] = true;
      }
    }
  }
}

}  // namespace ldfi::ground
