#include "common/prove/certificate/derivation.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/prove/certificate/aggregate.hpp"

namespace ldfi::certificate {
namespace {

/// Largest number of steps of the derivation. So many steps take some minutes.
constexpr std::uint64_t most_steps = 1'000'000'000;
constexpr std::size_t most_rows = 5'000'000;

bool match(const Literal& l, const Tuple& tuple, Bound& bound) {
  if (tuple.size() != l.columns.size())
    throw Rejected("a relation is used with two different numbers of columns");
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    const Term& term = l.columns[i];
    if (term.kind == Term::Kind::constant && term.constant != tuple[i]) return false;
    if (term.kind != Term::Kind::variable) continue;
    auto& [known, value] = bound[static_cast<std::size_t>(term.variable)];
    if (known && value != tuple[i]) return false;
    known = true;
    value = tuple[i];
  }
  return true;
}

}  // namespace

Derivation::Derivation(const Program& program, std::function<void()> check)
    : program_(program), check_(std::move(check)) {
  for (const Rule& rule : program.rules) {
    if (rule.when == When::now) now_[rule.relation].push_back(&rule);
  }
}

// Derives relations that depend on each other round by round, until no tuple is new. The proof of a
// tuple is at most as deep as there are tuples, so the number of rounds is limited.
void Derivation::derive(const Component& component, const std::vector<Heads>& given) {
  std::vector<Heads> before;
  for (std::size_t round = 0, tuples = 0; round <= tuples; ++round) {
    ask();
    std::vector<Heads> found;
    for (const int r : component.relations) {
      Heads heads = given[index(r)];
      if (const auto rules = now_.find(r); rules != now_.end()) {
        for (const Rule* rule : rules->second) apply(*rule, heads);
      }
      for (auto& [tuple, ways] : heads) ways = {circuit().any(ways)};
      std::erase_if(heads, [](const auto& head) { return head.second[0] == Circuit::no; });
      leave_out(r, heads);
      found.push_back(std::move(heads));
    }
    if (round > 0 && found == before) break;
    tuples = 0;
    for (std::size_t i = 0; i < component.relations.size(); ++i) {
      Table fresh;
      for (const auto& [tuple, ways] : found[i]) add_row(fresh, tuple, ways[0]);
      tuples += component.recursive ? found[i].size() : 0;
      if (!found[i].empty()) keep(component.relations[i], std::move(fresh));
    }
    before = std::move(found);
  }
}

void Derivation::apply(const Rule& rule, Heads& heads) {
  rule_ = &rule;
  const bool aggregates =
      std::ranges::any_of(rule.head, [](const auto& c) { return !c.aggregate.empty(); });
  Heads plain;
  Bindings b;
  b.of.resize(index(rule.variables));
  for (const Literal& l : rule.body) {
    if (l.tick == 0) continue;
    b.body.push_back(has_come(l.tick));
    if (b.body.back() == Circuit::no) return;
  }
  join(b, std::vector<bool>(rule.body.size()), aggregates ? plain : heads);
  if (aggregates) aggregate(rule, plain, heads);
}

// Counts a step of the join. Throws Rejected after too many steps, because a program from an
// untrusted source could take too much time and memory.
void Derivation::count_step() {
  if (++steps_ > most_steps) throw Rejected("the rules join more than a billion tuples");
  if (check_ && steps_ % 4096 == 0) check_();
}

void Derivation::add_row(Table& to, const Tuple& tuple, int literal) {
  if (++rows_ > most_rows) throw Rejected("the rules derive more than 5 million tuples");
  to.add(tuple, literal);
}

void Derivation::join(Bindings& b, std::vector<bool> done, Heads& heads) {
  count_step();
  const Literal* best = nullptr;
  const std::vector<int>* rows = nullptr;
  std::size_t least = SIZE_MAX, which = 0;
  for (std::size_t i = 0; i < rule_->body.size(); ++i) {
    const Literal& l = rule_->body[i];
    if (done[i] || l.negated) continue;
    const std::vector<int>* some = candidates(b, l);
    const std::size_t size = some != nullptr ? some->size() : table(l).rows().size();
    if (size >= least) continue;
    least = size;
    best = &l;
    rows = some;
    which = i;
  }
  if (best == nullptr) return finish(b, heads);
  done[which] = true;
  const auto first = std::ranges::find(rule_->body, false, &Literal::negated);
  const Table& from = table(*best);
  for (std::size_t i = 0; i < least; ++i) {
    const Row row = from.rows()[rows != nullptr ? index((*rows)[i]) : i];
    const auto kept = b.of;
    if (match(*best, row.tuple, b.of)) {
      if (best == &*first) b.location = row.tuple[0];
      b.body.push_back(row.literal);
      join(b, done, heads);
      b.body.pop_back();
    }
    b.of = kept;
  }
}

// Returns the numbers of the rows that can match the literal. Uses the column that has a value and
// the fewest rows with this value. Returns nullptr if all rows may match.
const std::vector<int>* Derivation::candidates(const Bindings& b, const Literal& l) const {
  const std::vector<int>* out = nullptr;
  for (std::size_t i = 0; i < l.columns.size(); ++i) {
    const Term& term = l.columns[i];
    const bool bound = term.kind == Term::Kind::variable && b.of[index(term.variable)].first;
    if (!bound && term.kind != Term::Kind::constant) continue;
    const std::vector<int>& some =
        table(l).with(i, bound ? b.of[index(term.variable)].second : term.constant);
    if (out == nullptr || some.size() < out->size()) out = &some;
  }
  return out;
}

// Returns the gate which says that no tuple matches a negated literal. The table stores the gate:
// executions with many ticks need the same gate at every tick to read whether a node ever crashes.
int Derivation::absent(const Bindings& b, const Literal& l) {
  std::vector<Term> asked = l.columns;
  for (Term& term : asked) {
    if (term.kind == Term::Kind::variable && b.of[index(term.variable)].first)
      term = {Term::Kind::constant, 0, b.of[index(term.variable)].second};
  }
  std::optional<int>& literal = table(l).absent(asked);
  if (literal) return *literal;
  Clause none;
  const std::vector<int>* some = candidates(b, l);
  const std::vector<Row>& rows = table(l).rows();
  for (std::size_t i = 0; i < (some != nullptr ? some->size() : rows.size()); ++i) {
    const Row& row = rows[some != nullptr ? index((*some)[i]) : i];
    auto bound = b.of;
    if (match(l, row.tuple, bound)) none.push_back(-row.literal);
  }
  return literal.emplace(circuit().all(std::move(none)));
}

// Called when all variables have values: adds the negated literals, and derives the head.
void Derivation::finish(Bindings& b, Heads& heads) {
  Clause body = b.body;
  try {
    for (const Literal& l : rule_->body) {
      if (l.negated) body.push_back(absent(b, l));
    }
    for (const Comparison& comparison : rule_->comparisons) {
      if (!holds(comparison, b.of, rule_->where)) return;
    }
    Tuple head;
    for (const HeadColumn& column : rule_->head)
      head.push_back(value(column.value, b.of, rule_->where));
    saturate(rule_->relation, head);
    derives(*rule_, b.location, head, body);
    body.push_back(arrives(*rule_, b.location, head));
    const int damaged = this->damaged(*rule_, b.location);
    put(b.location, head, body, -damaged, heads);
    if (damaged != Circuit::no && damage(*rule_, head)) put(b.location, head, body, damaged, heads);
    if (heads.size() > most_rows) throw Rejected("the rules derive more than 5 million tuples");
  } catch (const Overflow&) {
    // If the head does not arrive, a failure of its arithmetic has no effect.
    const Tuple head = head_with_gaps(b);
    body.push_back(arrives(*rule_, b.location, head));
    fails(*rule_, b.location, head.empty() ? b.location : head[0], circuit().all(body));
  }
}

Tuple Derivation::head_with_gaps(const Bindings& b) const {
  Tuple out;
  for (const HeadColumn& column : rule_->head) {
    try {
      out.push_back(value(column.value, b.of, rule_->where));
    } catch (const Overflow&) {
      out.emplace_back();
    }
  }
  return out;
}

void Derivation::put(Value from, const Tuple& head, Clause body, int when, Heads& heads) {
  body.push_back(when);
  const int literal = circuit().all(std::move(body));
  if (literal != Circuit::no) comes(*rule_, from, head, literal, heads);
}

void Derivation::aggregate(const Rule& rule, const Heads& plain, Heads& heads) {
  std::map<Tuple, std::vector<std::map<Value, Clause>>> groups;
  std::vector<std::size_t> columns;
  for (std::size_t i = 0; i < rule.head.size(); ++i) {
    if (!rule.head[i].aggregate.empty()) columns.push_back(i);
  }
  for (const auto& [tuple, ways] : plain) {
    Tuple key = tuple;
    for (const std::size_t i : columns) key[i] = {};
    auto& group = groups[key];
    group.resize(columns.size());
    for (std::size_t i = 0; i < columns.size(); ++i) {
      Clause& to = group[i][tuple[columns[i]]];
      to.insert(to.end(), ways.begin(), ways.end());
    }
  }
  for (const auto& [key, group] : groups) {
    std::vector<std::pair<Tuple, Clause>> results{{key, {}}};
    for (std::size_t i = 0; i < columns.size(); ++i) {
      std::vector<std::pair<Tuple, Clause>> longer;
      const Outcomes may = outcomes(circuit(), rule.head[columns[i]].aggregate, group[i]);
      fails(rule, {}, {}, may.overflow);
      for (const auto& [number, literal] : may.when) {
        for (auto [tuple, body] : results) {
          tuple[columns[i]] = {false, number};
          body.push_back(literal);
          longer.emplace_back(tuple, body);
        }
      }
      results = std::move(longer);
    }
    for (const auto& [tuple, body] : results) {
      const int literal = circuit().all(body);
      if (literal != Circuit::no) heads[tuple].push_back(literal);
    }
  }
}

}  // namespace ldfi::certificate
