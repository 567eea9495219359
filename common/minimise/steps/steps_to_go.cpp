#include "common/minimise/steps/steps_to_go.hpp"

#include <algorithm>

#include "common/minimise/steps/ways.hpp"

namespace ldfi::minimise {
namespace {

using dedalus::Expression;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Term;
using dedalus::Value;

constexpr Range any{};
/// Number of steps that stands for "never".
constexpr std::uint64_t never = std::uint64_t{1} << 32U;
constexpr std::size_t most_places = 3;
/// Largest number of events of one relation that a node may receive.
constexpr std::size_t most_rows = 64;
/// Largest number of sets of facts of a node that one call explores.
constexpr std::size_t most_sets = 300;
constexpr std::uint32_t most_steps = 8;  ///< largest number of steps that are explored
constexpr int most_rounds = 64;

}  // namespace

StepsToGo::StepsToGo(const dedalus::Program& program, std::vector<Value> nodes,
                     const std::vector<Fact>& externals,
                     const std::map<RelationId, RelationId>& behind)
    : program_(program), nodes_(std::move(nodes)) {
  find_ways();
  if (ways_.empty()) return;
  find_slice();
  find_domains(externals, behind);
  find_events(externals, behind);
}

void StepsToGo::find_ways() {
  const auto ways = ways_to_violate(program_);
  if (!ways) return;
  for (const Way& way : *ways) {
    Need need;
    std::vector<Argument> places;
    const auto place_of = [&](const Argument& argument) {
      const auto it = std::ranges::find(places, argument);
      if (it == places.end()) places.push_back(argument);
      return static_cast<std::size_t>(std::ranges::find(places, argument) - places.begin());
    };
    for (const Atom& atom : way.atoms) {
      auto it = std::ranges::find(wanted_, atom.relation);
      if (it == wanted_.end()) it = wanted_.insert(wanted_.end(), atom.relation);
      need.wanted.emplace_back(it - wanted_.begin(), place_of(atom.arguments.front()));
    }
    for (const auto& [one, other] : way.unequal) {
      const bool both =
          std::ranges::count(places, one) > 0 && std::ranges::count(places, other) > 0;
      if (both) need.unequal.emplace_back(place_of(one), place_of(other));
    }
    need.places = places.size();
    if (need.places == 0 || need.places > most_places) {
      ways_.clear();
      return;
    }
    ways_.push_back(std::move(need));
  }
}

void StepsToGo::find_slice() {
  sliced_.assign(program_.relations.size(), false);
  std::vector<RelationId> next = wanted_;
  for (const RelationId one : next) sliced_[one.index()] = true;
  while (!next.empty()) {
    const RelationId head = next.back();
    next.pop_back();
    for (const Rule& rule : program_.rules) {
      if (rule.head != head) continue;
      for (const auto& literal : rule.positive) {
        if (sliced_[literal.relation.index()]) continue;
        sliced_[literal.relation.index()] = true;
        next.push_back(literal.relation);
      }
    }
  }
  constant_.assign(program_.relations.size(), true);
  for (const Rule& rule : program_.rules) {
    if (!dedalus::copies_table(rule)) constant_[rule.head.index()] = false;
    if (!sliced_[rule.head.index()] || dedalus::needs_restarting_nodes(rule)) continue;
    if (rule.kind == RuleKind::deductive) within_.push_back(&rule);
    if (rule.kind == RuleKind::inductive) next_.push_back(&rule);
  }
}

/// Computes for each column the texts that may occur in it.
void StepsToGo::find_domains(const std::vector<Fact>& externals,
                             const std::map<RelationId, RelationId>& behind) {
  for (const auto& relation : program_.relations) domains_.emplace_back(relation.arity());
  const auto given = [&](RelationId relation, const std::vector<Value>& tuple) {
    for (std::size_t i = 0; i < tuple.size(); ++i) domains_[relation.index()][i].insert(tuple[i]);
  };
  for (const auto& fact : program_.facts) given(fact.relation, fact.tuple);
  for (const auto& [relation, tuple] : externals) given(relation, tuple);
  const auto flow = [&](const std::set<Value>& from, std::set<Value>& to) {
    const std::size_t before = to.size();
    to.insert(from.begin(), from.end());
    return to.size() > before;
  };
  for (bool more = true; more;) {
    more = false;
    for (const auto& [after, relation] : behind) {
      for (std::size_t i = 0; i < domains_[after.index()].size(); ++i) {
        more = flow(domains_[after.index()][i], domains_[relation.index()][i]) || more;
      }
    }
    for (const Rule& rule : program_.rules) {
      for (std::size_t i = 0; i < rule.head_terms.size(); ++i) {
        const Expression& said = rule.head_terms[i].expression;
        if (said.type != dedalus::ColumnType::string || said.steps.size() != 1) continue;
        auto& to = domains_[rule.head.index()][i];
        const auto& step = said.steps.front();
        if (step.op == Expression::Op::constant) more = to.insert(step.value).second || more;
        for (const auto& literal : rule.positive) {
          for (std::size_t k = 0; k < literal.arguments.size(); ++k) {
            const Term& term = literal.arguments[k];
            const bool same = step.op == Expression::Op::variable &&
                              term.kind == Term::Kind::variable && term.slot == step.slot;
            if (same) more = flow(domains_[literal.relation.index()][k], to) || more;
          }
        }
      }
    }
  }
}

void StepsToGo::find_events(const std::vector<Fact>& externals,
                            const std::map<RelationId, RelationId>& behind) {
  events_.resize(nodes_.size());
  for (const auto& [relation, tuple] : externals) {
    if (!sliced_[relation.index()]) continue;
    Row row;
    for (const Value value : tuple) row.push_back({value, value});
    for (std::size_t n = 0; n < nodes_.size(); ++n) {
      if (nodes_[n] == tuple.front()) events_[n].emplace_back(relation, row);
    }
  }
  std::set<RelationId> any;
  for (const auto& [after, relation] : behind) any.insert(relation);
  for (const Rule& rule : program_.rules) {
    if (rule.kind == RuleKind::async) any.insert(rule.head);
  }
  for (const RelationId relation : any) {
    if (sliced_[relation.index()]) add_events(relation);
  }
}

void StepsToGo::add_events(RelationId relation) {
  const auto& columns = program_.relation(relation).columns;
  for (std::size_t n = 0; n < nodes_.size(); ++n) {
    std::vector<Row> rows{{{nodes_[n], nodes_[n]}}};
    for (std::size_t i = 1; i < columns.size(); ++i) {
      const auto& texts = domains_[relation.index()][i];
      const bool each =
          columns[i] == dedalus::ColumnType::string && rows.size() * texts.size() <= most_rows;
      std::vector<Row> more;
      for (const Row& row : rows) {
        if (!each) more.push_back(row), more.back().push_back(any);
        for (const Value text : texts) {
          if (each) more.push_back(row), more.back().push_back({text, text});
        }
      }
      rows = std::move(more);
    }
    for (Row& row : rows) events_[n].emplace_back(relation, std::move(row));
  }
}

/// Returns the row with the range of all values in place of each number that may change.
Row StepsToGo::with_unbounded_numbers(RelationId relation, Row row) const {
  if (constant_[relation.index()]) return row;
  for (std::size_t i = 0; i < row.size(); ++i) {
    if (program_.relation(relation).columns[i] == dedalus::ColumnType::integer) row[i] = any;
  }
  return row;
}

/// Adds the facts that follow from the event. Returns true if the node holds more facts then. Ticks
/// at which a node works without a message do not count as steps.
bool StepsToGo::receive(Rows& held, const Event& event) const {
  const bool out = tick(held, &event);
  while (tick(held, nullptr)) {
  }
  return out;
}

bool StepsToGo::tick(Rows& held, const Event* event) const {
  Rows now = held;
  if (event != nullptr) now[event->first].insert(event->second);
  bool more = true;
  for (int round = 0; more; ++round) {
    more = false;
    for (const Rule* rule : within_) {
      std::set<Row> heads = fire(*rule, now);
      auto& rows = now[rule->head];
      for (const Row& head : heads) {
        // A recursion that computes numbers may not end. After some rounds, its numbers are
        // replaced by the range of all values.
        more = rows.insert(round < most_rounds ? head : Row(head.size(), any)).second || more;
      }
    }
  }
  bool out = false;
  for (const Rule* rule : next_) {
    for (const Row& head : fire(*rule, now)) {
      out = held[rule->head].insert(with_unbounded_numbers(rule->head, head)).second || out;
    }
  }
  return out;
}

std::uint32_t StepsToGo::steps_until(RelationId wanted, Rows held, std::size_t node) const {
  while (tick(held, nullptr)) {
  }
  const auto has = [&](const Rows& rows) {
    const auto it = rows.find(wanted);
    return it != rows.end() && !it->second.empty();
  };
  if (has(held)) return 0;
  std::set<Rows> seen{held};
  std::vector<Rows> now{held};
  for (std::uint32_t steps = 1; steps < most_steps; ++steps) {
    std::vector<Rows> next;
    for (const Rows& rows : now) {
      for (const auto& event : events_[node]) {
        Rows more = rows;
        if (!receive(more, event)) continue;
        if (has(more)) return steps;
        if (seen.insert(more).second) next.push_back(std::move(more));
      }
      if (seen.size() > most_sets) return steps;
    }
    if (next.empty()) return most_steps;
    now = std::move(next);
  }
  return most_steps;
}

std::uint32_t StepsToGo::number(std::size_t node, const std::vector<Fact>& facts) {
  Rows held;
  for (const auto& [relation, tuple] : facts) {
    if (!sliced_[relation.index()]) continue;
    Row row;
    for (const Value value : tuple) row.push_back({value, value});
    held[relation].insert(with_unbounded_numbers(relation, std::move(row)));
  }
  const auto [it, fresh] =
      numbers_.emplace(std::pair(node, held), static_cast<std::uint32_t>(steps_.size()));
  if (fresh) {
    auto& out = steps_.emplace_back();
    for (const RelationId wanted : wanted_) out.push_back(steps_until(wanted, held, node));
  }
  return it->second;
}

std::uint64_t StepsToGo::steps(std::span<const std::uint32_t> numbers) const {
  std::uint64_t out = never;
  for (const Need& way : ways_) {
    std::vector<std::size_t> at(way.places, 0);  // the node at each place of the way
    for (bool more = true; more;) {
      const bool differ = std::ranges::none_of(
          way.unequal, [&](const auto& pair) { return at[pair.first] == at[pair.second]; });
      if (differ) {
        std::vector<std::uint32_t> of(numbers.size(), 0);
        for (const auto& [wanted, place] : way.wanted) {
          auto& one = of[at[place]];
          one = std::max(one, steps_[numbers[at[place]]][wanted]);
        }
        std::uint64_t sum = 0;
        for (const std::uint32_t one : of) sum += one;
        out = std::min(out, sum);
      }
      more = false;
      for (std::size_t p = 0; p < at.size() && !more; ++p) {
        more = ++at[p] < numbers.size();
        if (!more) at[p] = 0;
      }
    }
  }
  return ways_.empty() ? 0 : out;
}

}  // namespace ldfi::minimise
