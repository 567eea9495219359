#include "common/minimise/steps/step_world.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <numeric>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/eval/last_tick.hpp"
#include "common/dedalus/language/interchange.hpp"

namespace ldfi::minimise {
namespace {

using dedalus::Program;
using dedalus::RuleKind;
using dedalus::Value;

/// Number of ticks of an evaluation; the facts are given at the first tick.
constexpr int tick = 2;
constexpr std::uint32_t unknown = ~0U;
constexpr std::size_t most_nodes = 16;
constexpr std::size_t most_renamings = 720;

Fspec last_tick_of(const Fspec& fspec) {
  FspecParameters out = fspec.parameters();
  out.eot = tick + 1;
  return Fspec(std::move(out));
}

/// Returns true if everything that the rule reads and writes is at one node, except messages to
/// other nodes.
bool local(const dedalus::Rule& rule) {
  const auto here = [&](const dedalus::Literal& one) {
    return one.arguments.front() == rule.location;
  };
  if (rule.location.kind == dedalus::Term::Kind::wildcard) return false;
  if (!std::ranges::all_of(rule.positive, here) || !std::ranges::all_of(rule.negative, here))
    return false;
  if (rule.kind == RuleKind::async) return true;
  const auto& head = rule.head_terms.front();
  if (head.aggregate || head.expression.steps.size() != 1) return false;
  const auto& step = head.expression.steps.front();
  using Op = dedalus::Expression::Op;
  return rule.location.kind == dedalus::Term::Kind::variable
             ? step.op == Op::variable && step.slot == rule.location.slot
             : step.op == Op::constant && step.value == rule.location.value;
}

/// Returns for each relation whether the verdict depends on it at the last tick: pre, post, and the
/// relations that they read.
std::vector<bool> read_by_verdict(const Program& program) {
  std::vector<bool> out(program.relations.size());
  std::vector<RelationId> next;
  const auto add = [&](RelationId relation) {
    if (out[relation.index()]) return;
    out[relation.index()] = true;
    next.push_back(relation);
  };
  if (program.pre) add(*program.pre);
  if (program.post) add(*program.post);
  while (!next.empty()) {
    const RelationId head = next.back();
    next.pop_back();
    for (const dedalus::Rule& rule : program.rules) {
      if (rule.head != head || rule.kind != RuleKind::deductive) continue;
      for (const auto& literal : rule.positive) add(literal.relation);
      for (const auto& literal : rule.negative) add(literal.relation);
    }
    if (const auto whole = program.relation(head).selection_of) add(*whole);
  }
  return out;
}

std::uint32_t& at(std::vector<std::uint32_t>& table, std::size_t i) {
  if (table.size() <= i) table.resize(std::max(i + 1, 2 * table.size()), unknown);
  return table[i];
}

}  // namespace

StepWorld::StepWorld(const Program& program, const Fspec& fspec, const std::vector<Step>& steps,
                     eval::EvalLimits limits)
    : program_(program),
      fspec_(fspec),
      two_ticks_(last_tick_of(fspec)),
      stepper_(program, two_ticks_, limits, [](RelationId, Time) { return true; }),
      judged_(read_by_verdict(program)) {
  for (const std::string& name : fspec.nodes()) {
    const auto symbol = program.symbols.find(name);
    if (!symbol) throw NotExplored(fmt::format("the program does not mention {}", printable(name)));
    by_symbol_.emplace(*symbol, static_cast<std::uint32_t>(symbols_.size()));
    symbols_.push_back(*symbol);
  }
  check(steps);
  find_renamings();
  find_start();
  find_externals(steps);
  std::vector<StepsToGo::Fact> facts;
  for (const Item item : externals_) facts.push_back(facts_[items_[item].fact]);
  to_go_.emplace(program_, symbols_, facts, behind_);
}

void StepWorld::check(const std::vector<Step>& steps) {
  if (symbols_.size() > most_nodes) {
    throw NotExplored(fmt::format("there are more than {} nodes", most_nodes));
  }
  if (program_.overtaken) throw NotExplored("channels are fifo");
  const auto& all = program_.specifications;
  if (all.size() > 1 || (!all.empty() && !all.front().invariant)) {
    throw NotExplored("there are specifications with names");
  }
  if (!stepper_.pinned().empty()) throw NotExplored("a rule reads a tick by its number");
  for (const dedalus::Rule& rule : program_.rules) {
    const bool reads =
        rule.kind != RuleKind::deductive || program_.relation(rule.head).feeds_protocol;
    if (rule.made || rule.observes || !reads || local(rule)) continue;
    throw NotExplored("a rule reads or writes the memory of another node: " + rule.text);
  }
  for (const Step& step : steps) {
    if (!step.after) continue;
    const StepFact& given = step.own ? *step.own : step.fact;
    if (step.after->tuple != given.tuple) {
      throw NotExplored("a message to oneself is delayed with other values than it had");
    }
    const bool one =
        behind_.emplace(step.after->relation, given.relation).first->second == given.relation;
    const bool other =
        before_.emplace(given.relation, step.after->relation).first->second == step.after->relation;
    if (!one || !other) throw NotExplored("two relations are delayed under one name");
  }
}

/// Finds all permutations of interchangeable nodes, up to a limit.
void StepWorld::find_renamings() {
  const dedalus::Interchange alike(program_);
  std::vector<std::uint32_t> same(nodes());
  std::iota(same.begin(), same.end(), 0U);
  renamings_ = {same};
  std::vector<std::vector<std::uint32_t>> classes;
  for (const std::uint32_t node : same) {
    const auto it = std::ranges::find_if(classes, [&](const auto& one) {
      return std::ranges::all_of(one, [&](std::uint32_t other) {
        return alike.alike(fspec_.nodes()[other], fspec_.nodes()[node]);
      });
    });
    it == classes.end() ? classes.push_back({node}) : it->push_back(node);
  }
  for (const auto& one : classes) {
    std::vector<std::vector<std::uint32_t>> more;
    std::vector<std::uint32_t> order = one;
    do {
      for (auto renaming : renamings_) {
        for (std::size_t i = 0; i < one.size(); ++i) renaming[one[i]] = order[i];
        more.push_back(std::move(renaming));
      }
    } while (more.size() <= most_renamings && std::ranges::next_permutation(order).found);
    if (more.size() <= most_renamings) renamings_ = std::move(more);
  }
  renamed_holds_.resize(renamings_.size());
  renamed_items_.resize(renamings_.size());
}

void StepWorld::find_start() {
  std::vector<std::vector<Fact>> of(nodes());
  for (const dedalus::GivenFact& fact : program_.facts) {
    if (fact.at != Time(1)) throw NotExplored("facts are given later than at tick 1");
    const auto node = node_of(fact.relation, fact.tuple.data());
    if (!node) throw NotExplored("a fact is at no node");
    of[*node].push_back(number(fact.relation, fact.tuple.data()));
  }
  for (std::uint32_t node = 0; node < nodes(); ++node) {
    start_.push_back(number(node, std::move(of[node])));
    require_idle_node(start_.back());
  }
}

void StepWorld::find_externals(const std::vector<Step>& steps) {
  std::set<Item> found;
  for (const Step& step : steps) {
    if (step.channel || step.after) continue;
    const auto node = node_of(step.fact.relation, step.fact.tuple.data());
    if (!node) throw NotExplored("an external event is at no node");
    const Item item =
        number({Kind::external, *node, *node, number(step.fact.relation, step.fact.tuple.data())});
    for (std::size_t i = 0; i < renamings_.size(); ++i) found.insert(renamed_item(i, item));
  }
  externals_.assign(found.begin(), found.end());
}

std::optional<std::uint32_t> StepWorld::node_of(RelationId relation, const Value* tuple) const {
  if (program_.relation(relation).columns.front() != dedalus::ColumnType::string)
    return std::nullopt;
  const auto it = by_symbol_.find(*tuple);
  if (it == by_symbol_.end()) return std::nullopt;
  return it->second;
}

StepWorld::Fact StepWorld::number(RelationId relation, const Value* tuple) {
  std::pair key(relation, std::vector<Value>(tuple, tuple + program_.relation(relation).arity()));
  const auto [it, fresh] = fact_numbers_.emplace(key, static_cast<Fact>(facts_.size()));
  if (fresh) facts_.push_back(std::move(key));
  return it->second;
}

StepWorld::Holds StepWorld::number(std::uint32_t node, std::vector<Fact> facts) {
  std::ranges::sort(facts);
  facts.erase(std::ranges::unique(facts).begin(), facts.end());
  std::pair key(node, std::move(facts));
  const auto [it, fresh] = holds_numbers_.emplace(key, static_cast<Holds>(holds_.size()));
  if (fresh) holds_.push_back(std::move(key)), rests_.push_back(false);
  return it->second;
}

StepWorld::Item StepWorld::number(const What& what) {
  const auto [it, fresh] = item_numbers_.emplace(what, static_cast<Item>(items_.size()));
  if (fresh) items_.push_back(what);
  return it->second;
}

StepWorld::Fact StepWorld::renamed_fact(std::size_t renaming, Fact fact) {
  auto [relation, tuple] = facts_[fact];
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    if (program_.relation(relation).columns[i] != dedalus::ColumnType::string) continue;
    const auto it = by_symbol_.find(tuple[i]);
    if (it != by_symbol_.end()) tuple[i] = symbols_[renamings_[renaming][it->second]];
  }
  return number(relation, tuple.data());
}

StepWorld::Holds StepWorld::renamed_holds(std::size_t renaming, Holds holds) {
  const std::uint32_t known = at(renamed_holds_[renaming], holds);
  if (known != unknown) return known;
  auto [node, facts] = holds_[holds];
  for (Fact& fact : facts) fact = renamed_fact(renaming, fact);
  const Holds out = number(renamings_[renaming][node], std::move(facts));
  return at(renamed_holds_[renaming], holds) = out;
}

StepWorld::Item StepWorld::renamed_item(std::size_t renaming, Item item) {
  const std::uint32_t known = at(renamed_items_[renaming], item);
  if (known != unknown) return known;
  What what = items_[item];
  what.from = renamings_[renaming][what.from];
  what.to = renamings_[renaming][what.to];
  what.fact = renamed_fact(renaming, what.fact);
  const Item out = number(what);
  return at(renamed_items_[renaming], item) = out;
}

void StepWorld::load(Holds holds) {
  for (const Fact fact : holds_[holds].second) {
    rows_.push_back({facts_[fact].first.raw(), facts_[fact].second.data()});
  }
}

StepWorld::StepEffect StepWorld::evaluate(Holds holds, std::optional<Item> item) {
  const std::uint32_t node = holds_[holds].first;
  std::vector<Fact> next;
  std::set<Item> says;
  StepEffect out;
  rows_.clear();
  load(holds);
  if (item) {
    const auto& fact = facts_[items_[*item].fact];
    rows_.push_back({fact.first.raw(), fact.second.data()});
  }
  std::vector<std::pair<RelationId, std::vector<Value>>> sent;
  std::vector<std::uint32_t> to;
  std::vector<std::pair<RelationId, std::vector<Value>>> kept;
  try {
    stepper_.run(tick, rows_, {});
    stepper_.transitions([&](const eval::Stepper::Row& row, const eval::Ends& ends) {
      const RelationId relation(row.table);
      std::vector<Value> tuple(row.tuple, row.tuple + program_.relation(relation).arity());
      if (ends.from != ends.to) {
        sent.emplace_back(relation, std::move(tuple));
        to.push_back(ends.to);
      } else {
        kept.emplace_back(relation, std::move(tuple));
      }
    });
    for (const auto& [after, given] : behind_) {
      for (const eval::Tuple& tuple : stepper_.tuples(after)) {
        says.insert(number({Kind::behind, node, node, number(given, tuple.data())}));
      }
    }
  } catch (const InputError& e) {
    throw NotExplored(e.what());
  }
  for (std::size_t i = 0; i < sent.size(); ++i) {
    says.insert(number({Kind::message, node, to[i], number(sent[i].first, sent[i].second.data())}));
  }
  for (const auto& [relation, tuple] : kept) {
    if (node_of(relation, tuple.data()) != node)
      throw NotExplored("a tuple that a node keeps has no node in its first column");
    next.push_back(number(relation, tuple.data()));
  }
  out.holds = number(node, std::move(next));
  out.says.assign(says.begin(), says.end());
  return out;
}

/// Throws NotExplored if a node with these facts changes without a message. Every node ticks at
/// every step, so nodes must change nothing at the steps of other nodes.
void StepWorld::require_idle_node(Holds holds) {
  if (rests_[holds]) return;
  const StepEffect alone = evaluate(holds, std::nullopt);
  if (alone.holds != holds || !alone.says.empty()) {
    throw NotExplored(fmt::format("{} continues by itself after a step",
                                  printable(fspec_.nodes()[holds_[holds].first])));
  }
  rests_[holds] = true;
}

const StepWorld::StepEffect& StepWorld::receive(Holds holds, Item item) {
  const std::uint64_t key = (std::uint64_t{holds} << 32U) | item;
  if (const auto it = effects_.find(key); it != effects_.end()) return it->second;
  StepEffect out = evaluate(holds, item);
  require_idle_node(out.holds);
  return effects_.emplace(key, std::move(out)).first->second;
}

std::uint32_t StepWorld::seen(Holds holds) {
  if (const std::uint32_t known = at(seen_, holds); known != unknown) return known;
  std::vector<Fact> out;
  for (const Fact fact : holds_[holds].second) {
    if (judged_[facts_[fact].first.index()]) out.push_back(fact);
  }
  const auto number = static_cast<std::uint32_t>(seen_numbers_.size());
  return seen_[holds] = seen_numbers_.emplace(std::move(out), number).first->second;
}

bool StepWorld::violated(std::span<const Holds> holds) {
  std::vector<std::uint32_t> key;
  for (const Holds one : holds) key.push_back(seen(one));
  const auto it = verdicts_.find(key);
  if (it != verdicts_.end()) return it->second;
  rows_.clear();
  for (const Holds one : holds) load(one);
  bool out = false;
  try {
    stepper_.run(tick, rows_, {});
    const eval::LastTick model(stepper_);
    out = !eval::judge(program_, two_ticks_, model, model).violated.empty();
  } catch (const InputError& e) {
    throw NotExplored(e.what());
  }
  verdicts_.emplace(std::move(key), out);
  return out;
}

std::uint32_t StepWorld::bound_number(Holds holds) {
  if (const std::uint32_t known = at(bound_numbers_, holds); known != unknown) return known;
  Holds least = holds;
  for (std::size_t i = 0; i < renamings_.size(); ++i)
    least = std::min(least, renamed_holds(i, holds));
  const auto& [node, numbers] = holds_[least];
  std::vector<StepsToGo::Fact> facts;
  for (const Fact fact : numbers) facts.push_back(facts_[fact]);
  return at(bound_numbers_, holds) = to_go_->number(node, facts);
}

std::uint64_t StepWorld::steps_to_go(std::span<const Holds> holds) {
  if (!to_go_->knows()) return 0;
  std::vector<std::uint32_t> numbers;
  for (const Holds one : holds) numbers.push_back(bound_number(one));
  return to_go_->steps(numbers);
}

Step StepWorld::step_of(Item item) const {
  const What& what = items_[item];
  const auto& [relation, tuple] = facts_[what.fact];
  Step out{0, {relation, tuple}};
  if (what.kind == Kind::message) out.channel = {NodeId(what.from), NodeId(what.to)};
  if (what.kind == Kind::behind) out.after = StepFact{before_.at(relation), tuple};
  return out;
}

}  // namespace ldfi::minimise
