// Semi-naive evaluation [Datalog folklore; FTS10 for the order of time and strata]. Tick by tick:
// the facts of the tick and what the tick before sent, then the strata in order, then the rules
// whose heads belong to the next tick. Inside a recursive stratum a rule fires only for bindings
// that use a tuple which is new since the last round.
#include "common/eval/evaluator.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>

#include "common/core/contract.hpp"
#include "common/dedalus/counting.hpp"
#include "common/eval/fact_model.hpp"
#include "common/eval/machine.hpp"

namespace ldfi::eval {

using dedalus::Literal;
using dedalus::Program;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Stratum;

class Evaluator::Impl {
 public:
  Impl(const Program& program, const Fspec& fspec, const EvalLimits& limits);
  std::unique_ptr<Model> run(const FaultSet& faults);

 private:
  void find_frozen();
  void start(const FaultSet& faults);
  void run_tick();
  void add_facts();
  void run_stratum(const Stratum& stratum);
  void run_rounds(const Stratum& stratum, std::optional<RuleId> counting);
  void fire_new(RulePlan& plan);
  void fire_all(RulePlan& plan);
  void run_next();
  void freeze();
  void advance();
  std::unique_ptr<Model> model() const;

  [[nodiscard]] bool is_crash(std::size_t relation) const {
    return program_.crash && program_.crash->index() == relation;
  }
  [[nodiscard]] bool inside(const Literal& literal, const Rule& rule) const {
    return program_.stratum_of[literal.relation.index()] ==
               program_.stratum_of[rule.head.index()] &&
           (!literal.at || literal.at->tick() == tick_);
  }
  [[nodiscard]] bool depends_on_stratum(const Rule& rule) const {
    return std::any_of(rule.positive.begin(), rule.positive.end(),
                       [&](const Literal& l) { return inside(l, rule); });
  }

  const Program& program_;
  const Fspec& fspec_;
  EvalLimits limits_;
  Network network_;
  Tables tables_;
  Machine machine_;
  int tick_ = 0;
  std::vector<std::optional<RuleId>> counting_;  ///< by stratum: a rule that may count without end
  std::vector<bool> recursive_;          ///< by rule: a positive premise is of the head's stratum
  std::vector<RulePlan> plans_;          ///< by rule
  std::vector<std::size_t> next_rules_;  ///< inductive and async, less plain copies
  std::vector<bool> copied_;             ///< by relation: has a rule that copies it
  std::vector<std::vector<const dedalus::GivenFact*>> facts_;  ///< by tick
  std::set<std::pair<std::uint32_t, std::uint32_t>> frozen_;  ///< relation and T of every rel(…)@T
  std::vector<std::vector<std::size_t>> begin_;  ///< by relation and tick: the first row
  std::vector<std::uint32_t> old_;               ///< by relation: rows older than the last round
  std::vector<std::uint32_t> known_;             ///< by relation: rows when this round began
  std::vector<RowRange> ranges_;
};

Evaluator::Impl::Impl(const Program& program, const Fspec& fspec, const EvalLimits& limits)
    : program_(program),
      fspec_(fspec),
      limits_(limits),
      network_(program, fspec),
      machine_(tables_, network_, limits_),
      copied_(program.relations.size(), false),
      facts_(static_cast<std::size_t>(fspec.eot()) + 1),
      begin_(program.relations.size()),
      old_(program.relations.size(), 0),
      known_(program.relations.size(), 0) {
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
    if (plans_.back().pure_persistence()) copied_[rule.head.index()] = true;
    next_rules_.push_back(i);
  }
  for (const Stratum& stratum : program_.strata) {
    counting_.push_back(dedalus::counting_rule(program_, stratum));
  }
  ranges_.resize(most);
  tables_.timeless = program_.crash;
  for (const dedalus::GivenFact& fact : program_.facts) {
    const int at = fact.at.tick();
    if (at >= 1 && at <= fspec_.eot()) facts_[static_cast<std::size_t>(at)].push_back(&fact);
  }
  find_frozen();
}

void Evaluator::Impl::find_frozen() {
  for (const Rule& rule : program_.rules) {
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) {
        if (!literal.at || is_crash(literal.relation.index())) continue;
        frozen_.emplace(literal.relation.raw(), static_cast<std::uint32_t>(literal.at->tick()));
      }
    }
  }
}

std::unique_ptr<Model> Evaluator::Impl::run(const FaultSet& faults) {
  start(faults);
  try {
    for (tick_ = 1; tick_ <= fspec_.eot(); ++tick_) run_tick();
  } catch (const ArithmeticError& error) {
    throw InputError(Diagnostic{
        Severity::error,
        "arithmetic",
        error.fault.where,
        error.fault.what,
        {fmt::format("under the fault set {}, at tick {}", to_text(faults, fspec_), tick_)}});
  }
  return model();
}

void Evaluator::Impl::start(const FaultSet& faults) {
  network_.start(faults);
  tables_.frozen.clear();
  tables_.facts = 0;
  for (std::size_t r = 0; r < begin_.size(); ++r) {
    tables_.stores[r].reset();
    begin_[r].assign(1, 0);
  }
  if (!program_.crash) return;
  RelationStore& store = tables_.stores[program_.crash->index()];
  for (std::size_t o = 0; o < fspec_.node_count(); ++o) {
    for (const Crash& c : faults.crashes()) {
      const Value tuple[] = {network_.symbol(NodeId(o)), network_.symbol(c.node), c.at.tick()};
      store.insert(store.now, tuple);
    }
  }
}

void Evaluator::Impl::run_tick() {
  tables_.tick = static_cast<std::uint32_t>(tick_);
  tables_.tick_facts = 0;
  network_.at(tick_);
  for (std::size_t r = 0; r < begin_.size(); ++r) begin_[r].push_back(tables_.stores[r].now.first);
  add_facts();
  for (const Stratum& stratum : program_.strata) run_stratum(stratum);
  if (tick_ == fspec_.eot()) return;
  run_next();
  freeze();
  advance();
}

void Evaluator::Impl::add_facts() {
  for (const dedalus::GivenFact* fact : facts_[static_cast<std::size_t>(tick_)]) {
    machine_.insert(fact->relation, false, fact->tuple.data());
  }
}

void Evaluator::Impl::run_stratum(const Stratum& stratum) {
  bool rounds = false;
  for (const RuleId id : stratum.rules) {
    if (recursive_[id.index()] && depends_on_stratum(program_.rule(id))) {
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

void Evaluator::Impl::run_rounds(const Stratum& stratum, std::optional<RuleId> counting) {
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
    for (const RuleId id : stratum.rules) fire_new(plans_[id.index()]);
    for (const RelationId r : stratum.relations) old_[r.index()] = known_[r.index()];
  }
}

/// Each premise of the stratum in turn is a new tuple; those before it are new or old, those after
/// it old.
void Evaluator::Impl::fire_new(RulePlan& plan) {
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

void Evaluator::Impl::fire_all(RulePlan& plan) {
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

void Evaluator::Impl::run_next() {
  const bool copy = network_.all_alive();
  for (std::size_t r = 0; r < tables_.stores.size(); ++r) {
    if (is_crash(r)) continue;
    RelationStore& store = tables_.stores[r];
    store.begin_later(copy && copied_[r]);
    machine_.count(store.later.count);
  }
  for (const std::size_t i : next_rules_) {
    if (copy && plans_[i].pure_persistence()) continue;
    fire_all(plans_[i]);
  }
}

void Evaluator::Impl::freeze() {
  for (auto it = frozen_.begin(); it != frozen_.end(); ++it) {
    if (it->second != tables_.tick) continue;
    tables_.frozen[*it] = tables_.stores[it->first].now;
  }
}

void Evaluator::Impl::advance() {
  for (std::size_t r = 0; r < tables_.stores.size(); ++r) {
    if (!is_crash(r)) tables_.stores[r].advance();
  }
}

std::unique_ptr<Model> Evaluator::Impl::model() const {
  std::vector<FactModel::Table> out(tables_.stores.size());
  for (std::size_t r = 0; r < out.size(); ++r) {
    const RelationStore& store = tables_.stores[r];
    out[r].arity = store.arity();
    out[r].timeless = is_crash(r);
    out[r].rows = store.rows();
    out[r].begin = begin_[r];
    if (out[r].timeless) out[r].begin.assign(2, 0);
    out[r].begin.push_back(store.now.first + store.now.count);
  }
  return std::make_unique<FactModel>(std::move(out), fspec_.eot(), tables_.facts);
}

Evaluator::Evaluator(const Program& program, const Fspec& fspec, const EvalLimits& limits)
    : impl_(std::make_unique<Impl>(program, fspec, limits)) {}
Evaluator::~Evaluator() = default;
std::unique_ptr<Model> Evaluator::run(const FaultSet& faults) {
  return impl_->run(faults);
}

std::unique_ptr<Model> run(const Program& program, const Fspec& fspec, const FaultSet& faults,
                           const EvalLimits& limits) {
  return Evaluator(program, fspec, limits).run(faults);
}

}  // namespace ldfi::eval
