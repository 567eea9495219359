#include "common/dedalus/ground/grounder.hpp"

#include <algorithm>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/dedalus/language/counting.hpp"
#include "common/dedalus/language/fault_facts.hpp"

namespace ldfi::ground {

using dedalus::Literal;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Stratum;
using dedalus::Term;

Grounder::Grounder(const Program& program, const Fspec& fspec, const GroundLimits& limits,
                   Savings savings)
    : Joining(store_, meter_),
      program_(program),
      fspec_(fspec),
      limits_(limits),
      meter_(limits.check),
      store_(program, fspec, limits),
      savings_(savings) {
  prepare();
}

void Grounder::prepare() {
  LDFI_REQUIRE(fspec_.delays().latest() <= program_.latest,
               "the program was checked for messages as late as the Fspec admits");
  LDFI_REQUIRE(fspec_.delays().none() || fspec_.delays().fifo == program_.overtaken.has_value(),
               "the program was checked for fifo channels if and only if the Fspec has them");
  LDFI_REQUIRE(
      fspec_.delays().none() || fspec_.delays().by_relation == program_.late_by_relation(),
      "the program was checked for delays of single relations if and only if the Fspec has them");
  current_.resize(program_.relations.size());
  next_.resize(program_.relations.size());
  given_.resize(static_cast<std::size_t>(fspec_.eot()) + 1);
  for (const auto& fact : program_.facts) {
    if (fact.at.tick() <= fspec_.eot())
      given_[static_cast<std::size_t>(fact.at.tick())].push_back(&fact);
  }
  node_by_symbol_.resize(program_.symbols.size());
  for (std::uint32_t n = 0; n < fspec_.node_count(); ++n) {
    const auto symbol = program_.symbols.find(fspec_.name(NodeId(n)));
    symbol_by_node_.push_back(symbol);
    if (symbol) node_by_symbol_[static_cast<std::size_t>(*symbol)] = NodeId(n);
  }
  plans_.resize(program_.rules.size());
  for (std::size_t r = 0; r < program_.rules.size(); ++r) prepare_rule(RuleId(r));
  if (!fspec_.delays().by_relation) return;
  for (const Rule& rule : program_.rules) {
    const std::string& message = program_.relation(program_.message_of(rule)).name;
    message_by_rule_.push_back(fspec_.find_named(message).value_or(no_relation));
  }
}

void Grounder::prepare_rule(RuleId id) {
  const Rule& rule = program_.rule(id);
  RulePlans& plans = plans_[id.index()];
  plans.full = make_plan(program_, rule, std::nullopt);
  if (rule.kind != RuleKind::deductive) transitions_.push_back(id);
  const Stratum* stratum = rule.kind == RuleKind::deductive
                               ? &program_.strata[program_.stratum_of[rule.head.index()]]
                               : nullptr;
  plans.slot_uses = uses_of(rule);
  for (const auto* list : {&rule.positive, &rule.negative}) {
    for (const Literal& l : *list) {
      if (l.at) pinned_[{l.relation, *l.at}];
    }
  }
  if (stratum == nullptr || !stratum->recursive) return;
  for (std::uint32_t i = 0; i < rule.positive.size(); ++i) {
    if (program_.stratum_of[rule.positive[i].relation.index()] ==
        program_.stratum_of[rule.head.index()]) {
      plans.delta.emplace_back(i, make_plan(program_, rule, i));
    }
  }
}

void Grounder::run() {
  for (now_ = Time(1); now_.tick() <= fspec_.eot(); now_ = now_.next()) {
    begin_tick();
    for (const Stratum& stratum : program_.strata) ground_stratum(stratum);
    prune();
    if (now_.tick() < fspec_.eot()) ground_transitions();
    end_tick();
  }
}

void Grounder::begin_tick() {
  std::swap(current_, next_);
  for (Table& t : next_) t.clear();
  for (const auto* fact : given_[static_cast<std::size_t>(now_.tick())]) {
    if (!matters(fact->relation, now_)) continue;
    const auto [f, added] = store_.add(fact->relation.raw(), now_, fact->tuple);
    if (added) current_[fact->relation.index()].add(f);
    mark_certain(f);
  }
  for (const FaultRelationRow& row : fault_relations()) add_fault_facts(row);
}

/// Adds the facts of this relation, such as `down`, that hold under some fault set at this tick.
void Grounder::add_fault_facts(const FaultRelationRow& row) {
  const auto relation = program_.built_in(row.which);
  if (!relation || !matters(*relation, now_)) return;
  const auto symbol_of = [this](NodeId node) { return symbol_by_node_[node.index()]; };
  each_possible_fact(fspec_, row, now_, [&](const FaultFact& fact) {
    const auto tuple = dedalus::tuple_of(program_, fspec_, row, fact, symbol_of);
    if (!tuple) return;
    const auto [f, added] = store_.add(relation->raw(), now_, tuple->columns());
    if (added) current_[relation->index()].add(f);
  });
}

void Grounder::end_tick() {
  for (auto& [key, table] : pinned_) {
    if (key.second == now_) table = current_[key.first.index()];
  }
}

Table& Grounder::table_at(RelationId relation, Time at) {
  return at == now_ ? current_[relation.index()] : pinned_.at({relation, at});
}

std::vector<Window> Grounder::full_windows(const Rule& rule) {
  std::vector<Window> windows;
  for (const Literal& l : rule.positive) {
    windows.push_back({0, table_at(l.relation, l.at.value_or(now_)).size()});
  }
  return windows;
}

void Grounder::ground_stratum(const Stratum& stratum) {
  if (stratum.recursive) return ground_recursive(stratum);
  for (RuleId r : stratum.rules) {
    const Rule& rule = program_.rule(r);
    if (!wanted(r)) continue;
    if (rule.has_aggregate) {
      ground_aggregate(r);
    } else {
      enumerate(r, plans_[r.index()].full, full_windows(rule));
    }
  }
}

// Joins the rules of a recursive stratum in rounds, by semi-naive evaluation [BR86]. Each join
// restricts one recursive literal to the rows that the last round added. The recursive literals
// before it match only older rows, and the literals after it match all rows. So each binding is
// found once.
void Grounder::ground_recursive(const Stratum& stratum) {
  // Rules with aggregates read only lower strata. So their heads can be complete before the
  // recursion starts, and it is known which of them hold in every execution.
  for (RuleId r : stratum.rules) {
    if (program_.rule(r).has_aggregate && wanted(r)) ground_aggregate(r);
  }
  const std::size_t first_instance = store_.instances.size();
  const auto counting = dedalus::counting_rule(program_, stratum);
  if (counting) {
    meter_.limit(limits_.counting.steps, dedalus::counting_text(program_, *counting));
  }
  const bool bounded = savings_.pruner != nullptr && savings_.pruner->bounds_counting();
  if (bounded) savings_.pruner->enter(store_);
  try {
    ground_rounds(stratum, counting);
  } catch (const BudgetExceeded& e) {
    if (!counting || !e.too_large()) throw;
    throw EndlessCounting(e.budget(), dedalus::counting_text(program_, *counting));
  }
  meter_.lift();
  settle(first_instance);
  if (bounded) savings_.pruner->leave(store_);
}

/// The state of a recursion that computes numbers and might never end. Facts that no fault set is
/// known to reach are held back: no rule uses them.
struct Grounder::Bound {
  /// For each relation, the number of rows that were already passed to the pruner.
  std::vector<std::size_t> asked;
  std::vector<FactId> held;
  /// Facts that were held back and are now used. They are never held back again.
  std::set<FactId> released;
};

/// Returns for each fact of the store whether `facts` contains it.
std::vector<bool> Grounder::flags_of(std::span<const FactId> facts) const {
  std::vector<bool> out(store_.facts.size());
  for (FactId f : facts) out[f.index()] = true;
  return out;
}

void Grounder::ground_rounds(const Stratum& stratum, std::optional<RuleId> counting) {
  std::optional<Bound> bound;
  if (counting && savings_.pruner != nullptr && savings_.pruner->bounds_counting()) {
    bound.emplace().asked.resize(program_.relations.size());
  }
  std::vector<std::size_t> low(program_.relations.size());
  std::vector<std::size_t> high(program_.relations.size());
  const auto snapshot = [&] {
    for (RelationId r : stratum.relations) high[r.index()] = current_[r.index()].size();
  };
  const auto in_stratum = [&](const Literal& l) {
    return program_.stratum_of[l.relation.index()] ==
               program_.stratum_of[stratum.relations[0].index()] &&
           l.at.value_or(now_) == now_;
  };
  snapshot();
  for (RuleId r : stratum.rules) {
    const Rule& rule = program_.rule(r);
    if (!wanted(r) || rule.has_aggregate) continue;
    auto windows = full_windows(rule);
    for (std::size_t i = 0; i < windows.size(); ++i) {
      if (in_stratum(rule.positive[i])) windows[i].high = high[rule.positive[i].relation.index()];
    }
    enumerate(r, plans_[r.index()].full, windows);
  }
  for (bool grew = true; grew;) {
    low = high;
    if (bound) hold_back(stratum, *bound, low);
    snapshot();
    grew = low != high;
    if (!grew && bound && release(*bound)) {
      snapshot();
      grew = true;
    }
    std::size_t facts = 0;
    for (RelationId r : stratum.relations) facts += high[r.index()];
    if (counting) dedalus::check_counting(program_, *counting, facts, limits_.counting);
    for (RuleId r : stratum.rules) {
      const Rule& rule = program_.rule(r);
      if (!wanted(r) || !grew) continue;
      for (const auto& [literal, plan] : plans_[r.index()].delta) {
        if (!in_stratum(rule.positive[literal])) continue;
        auto windows = full_windows(rule);
        for (std::uint32_t i = 0; i < windows.size(); ++i) {
          const auto relation = rule.positive[i].relation.index();
          if (!in_stratum(rule.positive[i])) continue;
          windows[i] = {i == literal ? low[relation] : 0,
                        i < literal ? low[relation] : high[relation]};
        }
        enumerate(r, plan, windows);
      }
    }
  }
}

/// Once there are enough new facts, passes them to the pruner, and holds back those that no fault
/// set reaches. `known` has, for each relation, the number of rows that the rules were already
/// joined with; rows that are held back are subtracted.
void Grounder::hold_back(const Stratum& stratum, Bound& bound, std::vector<std::size_t>& known) {
  constexpr std::size_t few = 32;
  std::vector<FactId> open;
  std::size_t all = 0;
  for (RelationId r : stratum.relations) {
    const Table& table = current_[r.index()];
    all += table.size();
    for (std::size_t i = bound.asked[r.index()]; i < table.size(); ++i) {
      if (!bound.released.contains(table.row(i))) open.push_back(table.row(i));
    }
  }
  if (open.size() < std::max(few, all / 4)) return;
  const auto answer = noted(savings_.pruner->unreached(store_, open));
  const auto gone = flags_of(answer);
  bound.held.insert(bound.held.end(), answer.begin(), answer.end());
  for (RelationId r : stratum.relations) {
    Table& table = current_[r.index()];
    std::size_t& rows = known[r.index()];
    for (std::size_t i = rows; i-- > 0;) rows -= gone[table.row(i).index()] ? 1U : 0U;
    table.erase([&](FactId f) { return gone[f.index()]; });
    bound.asked[r.index()] = table.size();
  }
}

/// Called when no rule derives a new fact. Passes the facts that are held back to the pruner again,
/// and lets rules use those that new ground rules reach. Returns true if there were such facts.
/// Otherwise marks all facts that are held back as impossible. This is correct: the first of them
/// that an execution derives would depend only on other facts, whose ground rules are all known.
bool Grounder::release(Bound& bound) {
  if (bound.held.empty()) return false;
  const auto answer = noted(savings_.pruner->unreached(store_, bound.held));
  const auto still = flags_of(answer);
  for (FactId f : bound.held) {
    if (still[f.index()]) continue;
    bound.released.insert(f);
    current_[store_.facts[f.index()].space].add(f);
  }
  const bool some = answer.size() < bound.held.size();
  bound.held = answer;
  if (some) return true;
  for (FactId f : answer) store_.impossible[f.index()] = true;
  return false;
}

std::vector<FactId> Grounder::noted(std::vector<FactId> answer) {
  ++store_.questions;
  for (FactId f : answer) store_.pruned.push_back({f.raw(), store_.questions});
  return answer;
}

/// Finds the facts of a recursive stratum that hold in every execution, and marks them as certain.
/// A fact is certain if all premises of one of its ground rules are certain. `first_instance` is
/// the stratum's first ground rule.
void Grounder::settle(std::size_t first_instance) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t i = first_instance; i < store_.instances.size(); ++i) {
      const PendingInstance& instance = store_.instances[i];
      if (certain(instance.head) || instance.channel != no_channel) continue;
      const auto premises = store_.premises_of(instance);
      if (!std::all_of(premises.begin(), premises.end(),
                       [this](Premise p) { return !p.negated() && certain(p.fact()); })) {
        continue;
      }
      mark_certain(instance.head);
      changed = true;
    }
  }
}

void Grounder::prune() {
  if (savings_.pruner == nullptr) return;
  const auto impossible = noted(savings_.pruner->impossible(store_));
  if (impossible.empty()) return;
  for (FactId f : impossible) store_.impossible[f.index()] = true;
  for (Table& table : current_)
    table.erase([this](FactId f) { return store_.impossible[f.index()]; });
}

void Grounder::ground_transitions() {
  for (RuleId r : transitions_) {
    if (wanted(r)) enumerate(r, plans_[r.index()].full, full_windows(program_.rule(r)));
  }
}

bool Grounder::wanted(RuleId rule) const {
  const Rule& r = program_.rule(rule);
  if (dedalus::needs_restarting_nodes(r) && fspec_.crash_model() != CrashModel::stop) return false;
  return now_ >= r.earliest && matters(r.head, r.kind == RuleKind::deductive ? now_ : now_.next());
}

bool Grounder::matters(RelationId relation, Time at) const {
  return savings_.relevance == nullptr || savings_.relevance->matters(relation, at);
}

std::optional<NodeId> Grounder::node_of(Value symbol) const {
  return node_by_symbol_[static_cast<std::size_t>(symbol)];
}

}  // namespace ldfi::ground
