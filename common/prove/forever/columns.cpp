#include "common/prove/forever/columns.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include "common/dedalus/ground/relevance.hpp"

namespace ldfi::forever {

using dedalus::Expression;
using dedalus::Literal;
using dedalus::Program;
using dedalus::Rule;
using dedalus::Slot;
using dedalus::Term;

namespace {

/// Returns the variable and the constant of an expression such as `X + 2` or `2 + X`. Returns
/// nullopt for other expressions.
std::optional<std::pair<Slot, Value>> increment(const Expression& e) {
  using Op = Expression::Op;
  if (e.steps.size() != 3 || e.steps[2].op != Op::add) return std::nullopt;
  const auto& [one, other] = std::pair(e.steps[0], e.steps[1]);
  const auto of = [](const Expression::Step& variable,
                     const Expression::Step& constant) -> std::optional<std::pair<Slot, Value>> {
    if (variable.op != Op::variable || constant.op != Op::constant) return std::nullopt;
    return std::pair(variable.slot, constant.value);
  };
  const auto found = of(one, other) ? of(one, other) : of(other, one);
  return found && found->second >= 0 ? found : std::nullopt;
}

std::optional<Slot> variable(const Expression& e) {
  if (e.steps.size() != 1 || e.steps[0].op != Expression::Op::variable) return std::nullopt;
  return e.steps[0].slot;
}

std::optional<Value> constant(const Expression& e) {
  if (e.steps.size() != 1 || e.steps[0].op != Expression::Op::constant) return std::nullopt;
  return e.steps[0].value;
}

/// Largest absolute value of constants in a column whose large numbers are merged. With larger
/// constants, a number of the column could exceed the range of Value within Fspec::max_eot ticks.
constexpr Value far = 1'000'000'000'000'000;
constexpr Value most_added = 1'000'000;

}  // namespace

/// Classes of columns between which rules copy or compare values, found by union and find.
class Columns::Classes {
 public:
  Classes(const Program& program, const std::vector<bool>& needed) : program_(program) {
    // It only matters whether the relation of a specification is empty, so its values need not be
    // distinguished.
    for (const auto& goal : ground::goal_relations(program, 1)) {
      if (!program.specifications.empty()) break;
      const std::size_t arity = program.relation(goal.relation).arity();
      for (std::size_t c = 0; c < arity; ++c) spoil({goal.relation, c});
    }
    if (program.timeless) spoil({*program.timeless, 2});
    for (const auto& fact : program.facts) {
      for (std::size_t c = 0; c < fact.tuple.size(); ++c) {
        tell_apart({fact.relation, c}, fact.tuple[c]);
      }
    }
    for (std::size_t r = 0; r < program.rules.size(); ++r) {
      if (needed[r]) read(program.rules[r]);
    }
  }

  /// Returns the result of Columns::tops().
  std::map<Column, Value> tops() {
    std::set<Column> spoilt;
    std::set<Column> growing;
    for (const Column& one : spoilt_) spoilt.insert(find(one));
    for (const Column& one : growing_) growing.insert(find(one));
    std::map<Column, Value> out;
    for (const auto& [one, value] : largest()) {
      if (growing.contains(find(one)) && !spoilt.contains(find(one))) out[one] = value;
    }
    return out;
  }

  /// Merges the classes of columns whose values rules join or compare.
  void merge_compared_columns() {
    for (const auto& [one, other] : meets_) join(one, other);
  }

  /// Returns for each column the largest constant in its class of columns, but at least 0.
  std::map<Column, Value> largest() { return of_classes(largest_); }
  /// Returns for each column the largest absolute value of the constants in its class, or 0 if the
  /// class has no constants.
  std::map<Column, Value> farthest() { return of_classes(farthest_); }

 private:
  std::map<Column, Value> of_classes(const std::map<Column, Value>& constants) {
    std::map<Column, Value> of_class;
    for (const auto& [one, value] : constants) {
      const auto [it, inserted] = of_class.try_emplace(find(one), 0);
      it->second = std::max(it->second, value);
    }
    std::map<Column, Value> out;
    for (const auto& [one, unused] : std::map(up_)) {
      const auto it = of_class.find(find(one));
      out[one] = it == of_class.end() ? 0 : it->second;
    }
    return out;
  }

  using Places = std::map<Slot, std::vector<Column>>;

  Column find(const Column& column) {
    Column at = column;
    for (auto it = up_.try_emplace(at, at).first; it->second != at;
         it = up_.try_emplace(at, at).first) {
      at = it->second;
    }
    return at;
  }
  void join(const Column& one, const Column& other) { up_[find(one)] = find(other); }
  void spoil(const Column& column) {
    find(column);
    spoilt_.insert(column);
  }
  void spoil(const Places& places, Slot slot) {
    const auto it = places.find(slot);
    if (it == places.end()) return;
    for (const Column& column : it->second) spoil(column);
  }
  void tell_apart(const Column& column, Value value) {
    if (value > far) spoil(column);
    const auto [it, inserted] = largest_.try_emplace(column, value);
    it->second = std::max(it->second, value);
    Value& away = farthest_.try_emplace(column, 0).first->second;
    away = std::max(away, std::min(value < -far ? far : std::abs(value), far));
  }

  void read(const Rule& rule) {
    Places places;
    for (const auto* list : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *list) {
        for (std::size_t c = 0; c < literal.arguments.size(); ++c) {
          const Term& term = literal.arguments[c];
          const Column column{literal.relation, c};
          if (term.kind == Term::Kind::variable) places[term.slot].push_back(column);
          if (term.kind == Term::Kind::constant) tell_apart(column, term.value);
        }
      }
    }
    for (const auto& [slot, columns] : places) {
      if (columns.size() > 1) spoil(places, slot);  // the variable joins several columns
      for (const Column& column : columns) meets_.emplace_back(columns.front(), column);
    }
    for (const auto& comparison : rule.comparisons) compare(comparison, places);
    for (std::size_t c = 0; c < rule.head_terms.size(); ++c) {
      conclude({rule.head, c}, rule.head_terms[c], rule, places);
    }
  }

  void compare(const dedalus::Comparison& comparison, const Places& places) {
    const auto slot =
        variable(comparison.left) ? variable(comparison.left) : variable(comparison.right);
    const auto value =
        constant(comparison.left) ? constant(comparison.left) : constant(comparison.right);
    if (slot && value) {
      const auto it = places.find(*slot);
      if (it == places.end()) return;
      for (const Column& column : it->second) tell_apart(column, *value);
      return;
    }
    spoil(comparison.left, places);
    spoil(comparison.right, places);
    std::vector<Column> all;
    for (const Expression* side : {&comparison.left, &comparison.right}) {
      for (const auto& step : side->steps) {
        const auto it = step.op == Expression::Op::variable ? places.find(step.slot) : places.end();
        if (it != places.end()) all.insert(all.end(), it->second.begin(), it->second.end());
      }
    }
    for (const Column& column : all) meets_.emplace_back(all.front(), column);
  }

  void spoil(const Expression& e, const Places& places) {
    for (const auto& step : e.steps) {
      if (step.op == Expression::Op::variable) spoil(places, step.slot);
    }
  }

  void conclude(const Column& head, const dedalus::HeadTerm& term, const Rule& rule,
                const Places& places) {
    const bool aggregates = rule.has_aggregate;
    // A number that grows within one tick may grow without end, so that no finite set of facts
    // suffices.
    const bool endless = rule.kind == dedalus::RuleKind::deductive &&
                         program_.strata[program_.stratum_of[rule.head.index()]].recursive;
    const auto copied = variable(term.expression);
    const auto added = increment(term.expression);
    if (!aggregates && (copied || added)) {
      const auto it = places.find(copied ? *copied : added->first);
      if (it != places.end()) {
        for (const Column& column : it->second) join(head, column);
      }
      if (!added) return;
      growing_.insert(head);
      if (added->second > most_added || endless) spoil(head);
    } else if (const auto value = constant(term.expression); !aggregates && value) {
      tell_apart(head, *value);
    } else {
      spoil(head);
      spoil(term.expression, places);
    }
  }

  const Program& program_;
  std::map<Column, Column> up_;
  std::set<Column> spoilt_;
  std::set<Column> growing_;
  std::map<Column, Value> largest_;
  std::map<Column, Value> farthest_;
  std::vector<std::pair<Column, Column>> meets_;
};

Columns::Columns(const Program& program, const std::vector<bool>& needed) {
  Classes classes(program, needed);
  tops_ = classes.tops();
  classes.merge_compared_columns();
  farthest_ = classes.farthest();
}

Value Columns::farthest(RelationId relation, std::size_t column) const {
  const auto it = farthest_.find({relation, column});
  return it == farthest_.end() ? 0 : it->second;
}

Value Columns::saturated(RelationId relation, std::size_t column, Value value) const {
  const auto it = tops_.find({relation, column});
  return it == tops_.end() ? value : std::min(value, it->second + 1);
}

}  // namespace ldfi::forever
