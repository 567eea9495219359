#include "common/dedalus/eval/ticks.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/dedalus/language/counting.hpp"
#include "common/dedalus/language/fault_facts.hpp"

namespace ldfi::eval {

using dedalus::Literal;
using dedalus::Program;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Stratum;

Ticks::Ticks(const Program& program, const Fspec& fspec, const EvalLimits& limits, Wanted wanted)
    : program_(program),
      fspec_(fspec),
      limits_(limits),
      wanted_(std::move(wanted)),
      network_(program, fspec),
      machine_(tables_, network_, limits_),
      copied_(program.relations.size(), false),
      facts_(static_cast<std::size_t>(fspec.eot()) + 1),
      old_(program.relations.size(), 0),
      known_(program.relations.size(), 0) {
  LDFI_REQUIRE(fspec.delays().latest() <= program.latest,
               "the program was checked for messages as late as the Fspec admits");
  LDFI_REQUIRE(fspec.delays().none() || fspec.delays().fifo == program.overtaken.has_value(),
               "the program was checked for fifo channels if and only if the Fspec has them");
  LDFI_REQUIRE(
      fspec.delays().none() || fspec.delays().by_relation == program.late_by_relation(),
      "the program was checked for delays of single relations if and only if the Fspec has them");
  for (const dedalus::Relation& r : program_.relations) tables_.stores.emplace_back(r.arity());
  std::size_t most = 0;
  for (std::size_t i = 0; i < program_.rules.size(); ++i) {
    plans_.emplace_back(program_, RuleId(i));
    const Rule& rule = program_.rules[i];
    most = std::max(most, rule.positive.size());
    recursive_.push_back(
        std::any_of(rule.positive.begin(), rule.positive.end(), [&](const Literal& l) {
          return program_.stratum_of[l.relation.index()] == program_.stratum_of[rule.head.index()];
        }));
    if (rule.kind == RuleKind::deductive) continue;
    if (!network_.stops() && dedalus::needs_restarting_nodes(rule)) continue;
    if (plans_.back().pure_persistence()) copied_[rule.head.index()] = true;
    transitions_.push_back(i);
  }
  for (const Stratum& stratum : program_.strata) {
    counting_.push_back(dedalus::counting_rule(program_, stratum));
  }
  ranges_.resize(most);
  tables_.timeless = program_.timeless;
  for (const dedalus::GivenFact& fact : program_.facts) {
    const int at = fact.at.tick();
    if (at >= 1 && at <= fspec_.eot()) facts_[static_cast<std::size_t>(at)].push_back(&fact);
  }
  find_pinned();
}

void Ticks::reset() {
  tables_.frozen.clear();
  tables_.facts = 0;
  for (RelationStore& store : tables_.stores) store.reset();
}

void Ticks::add_fault_facts(const Fault& fault) {
  const auto crash = fact_of(fault);
  if (!crash || crash->kind != FaultFact::Kind::crash || !program_.timeless) return;
  RelationStore& store = tables_.stores[program_.timeless->index()];
  for (std::size_t o = 0; o < fspec_.node_count(); ++o) {
    const Value tuple[] = {network_.symbol(NodeId(o)), network_.symbol(crash->node),
                           crash->at.tick()};
    store.insert(store.now, tuple);
  }
}

void Ticks::begin(int tick) {
  tick_ = tick;
  tables_.tick = static_cast<std::uint32_t>(tick);
  tables_.tick_facts = 0;
}

void Ticks::add_given_facts() {
  for (const dedalus::GivenFact* fact : facts_[static_cast<std::size_t>(tick_)]) {
    if (wanted(fact->relation, Time(tick_)))
      machine_.insert(fact->relation, false, fact->tuple.data());
  }
}

void Ticks::add_states() {
  const auto symbol_of = [this](NodeId node) {
    return network_.has_symbol(node) ? std::optional(network_.symbol(node)) : std::nullopt;
  };
  for (const FaultRelationRow& row : fault_relations()) {
    const auto relation = program_.built_in(row.which);
    if (!relation || !wanted(*relation, Time(tick_))) continue;
    if (row.seen != nullptr && !row.seen(fspec_)) continue;
    network_.each_fact(row.fact, [&](const FaultFact& fact) {
      const auto tuple = dedalus::tuple_of(program_, fspec_, row, fact, symbol_of);
      if (tuple) machine_.insert(*relation, false, tuple->values.data());
    });
  }
}

void Ticks::deduce() {
  for (const Stratum& stratum : program_.strata) run_stratum(stratum);
}

void Ticks::find_pinned() {
  for (const Rule& rule : program_.rules) {
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) {
        if (!literal.at || is_timeless(literal.relation.index())) continue;
        pinned_.emplace(literal.relation.raw(), static_cast<std::uint32_t>(literal.at->tick()));
      }
    }
  }
}

void Ticks::run_stratum(const Stratum& stratum) {
  bool rounds = false;
  for (const RuleId id : stratum.rules) {
    const Rule& rule = program_.rule(id);
    if (!wanted(rule.head, Time(tick_)) ||
        (!network_.stops() && dedalus::needs_restarting_nodes(rule)))
      continue;
    if (recursive_[id.index()] && depends_on_stratum(rule)) {
      rounds = true;
    } else {
      fire_all(plans_[id.index()]);
    }
  }
  if (!rounds) return;
  const auto counting = counting_[static_cast<std::size_t>(&stratum - program_.strata.data())];
  if (counting) {
    machine_.meter().limit(limits_.counting.steps, dedalus::counting_text(program_, *counting));
  }
  run_rounds(stratum, counting);
  machine_.meter().lift();
}

void Ticks::run_rounds(const Stratum& stratum, std::optional<RuleId> counting) {
  for (const RelationId r : stratum.relations) old_[r.index()] = 0;
  for (;;) {
    bool news = false;
    std::size_t facts = 0;
    for (const RelationId r : stratum.relations) {
      known_[r.index()] = tables_.stores[r.index()].now.count;
      news = news || known_[r.index()] > old_[r.index()];
      facts += known_[r.index()];
    }
    if (!news) return;
    if (counting) dedalus::check_counting(program_, *counting, facts, limits_.counting);
    for (const RuleId id : stratum.rules) {
      const Rule& rule = program_.rule(id);
      if (wanted(rule.head, Time(tick_)) &&
          (network_.stops() || !dedalus::needs_restarting_nodes(rule))) {
        fire_new(plans_[id.index()]);
      }
    }
    for (const RelationId r : stratum.relations) old_[r.index()] = known_[r.index()];
  }
}

/// Fires the rule for bindings with at least one new tuple, by semi-naive evaluation [BR86]. Each
/// premise inside the stratum is once restricted to the new tuples. The premises before it then
/// match all tuples, and those after it only the old tuples. So each binding is found once.
void Ticks::fire_new(RulePlan& plan) {
  const Rule& rule = plan.rule();
  if (tables_.tick < plan.earliest()) return;
  for (std::uint32_t i = 0; i < rule.positive.size(); ++i) {
    const std::size_t relation = rule.positive[i].relation.index();
    if (!inside(rule.positive[i], rule) || known_[relation] == old_[relation]) continue;
    bool possible = true;
    for (std::uint32_t j = 0; j < rule.positive.size(); ++j) {
      const std::size_t other = rule.positive[j].relation.index();
      ranges_[j] = {};
      if (!inside(rule.positive[j], rule)) continue;
      if (j == i) ranges_[j].begin = old_[other];
      ranges_[j].end = j <= i ? known_[other] : old_[other];
      possible = possible && ranges_[j].begin < ranges_[j].end;
    }
    if (possible) machine_.fire(plan, i, ranges_);
  }
}

void Ticks::fire_all(RulePlan& plan) {
  if (tables_.tick < plan.earliest()) return;
  const Rule& rule = plan.rule();
  std::uint32_t first = 0;
  std::uint32_t smallest = no_row;
  for (std::uint32_t i = 0; i < rule.positive.size(); ++i) {
    const Literal& literal = rule.positive[i];
    const TickTable& table =
        literal.at ? tables_.table(literal.relation, static_cast<std::uint32_t>(literal.at->tick()))
                   : tables_.stores[literal.relation.index()].now;
    if (table.count == 0) return;
    ranges_[i] = {};
    if (table.count >= smallest) continue;
    smallest = table.count;
    first = i;
  }
  machine_.fire(plan, first, ranges_);
}

}  // namespace ldfi::eval
