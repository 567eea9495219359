#include "common/certificate/execution.hpp"

#include <algorithm>
#include <iterator>

#include "common/certificate/events.hpp"
#include "common/certificate/storage.hpp"

namespace ldfi::certificate {
namespace {

/// `log(b,data)`: of strings, other bytes than letters, digits and `._-` are told as `\x20`.
std::string fact_name(const Program& program, const std::string& relation, const Tuple& tuple) {
  std::string out = relation;
  for (std::size_t i = 0; i < tuple.size(); ++i) {
    out += i == 0 ? "(" : ",";
    if (!tuple[i].text) out += std::to_string(tuple[i].number);
    if (!tuple[i].text) continue;
    for (const char c : program.strings[static_cast<std::size_t>(tuple[i].number)]) {
      const auto byte = static_cast<unsigned char>(c);
      const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                         (byte >= 'a' && byte <= 'z') || c == '.' || c == '_' || c == '-';
      static const std::string digits = "0123456789abcdef";
      out +=
          plain ? std::string(1, c) : std::string("\\x") + digits[byte >> 4U] + digits[byte & 15U];
    }
  }
  return out + ")";
}

}  // namespace

int Common::holds(const std::string& name, bool first) {
  State& state = states[name];
  const auto said = known(name);
  state.now = !said ? circuit.input(name) : *said ? Circuit::yes : Circuit::no;
  state.first = state.first || first;
  return state.now;
}

int Common::has_come(std::int64_t tick) {
  Clause none;
  for (std::size_t t = 1; t < ticks.size() && std::cmp_less(t, tick); ++t)
    none.push_back(-ticks[t]);
  return circuit.all(none);
}

bool derives(const Program& program, int relation) {
  const auto is = [relation](const auto& one) { return one.relation == relation; };
  return std::ranges::any_of(program.rules, is) || std::ranges::any_of(program.facts, is);
}

bool may_be_down(const Limits& limits, const std::string& node) {
  return may_restart(limits, node) || (limits.crashes > 0 && !limits.survivors.contains(node));
}

bool may_restart(const Limits& limits, const std::string& node) {
  return limits.restarts > 0 && !limits.stayers.contains(node);
}

bool may_pause(const Limits& limits, const std::string& node) {
  return limits.pauses > 0 && !limits.steady.contains(node);
}

Execution::Execution(const Program& program, const Limits& limits, const Always& claim,
                     std::string prefix, const std::function<void()>& check)
    : Derivation(program, check),
      limits_(limits),
      claim_(claim),
      prefix_(std::move(prefix)),
      crash_(program.relations.at("crash")),
      down_(program.relations.at("down")),
      restart_(program.relations.at("restart")),
      paused_(program.relations.at("paused")),
      ioerror_(program.relations.at("ioerror")),
      components_(components(program, check)),
      names_(program.relations.size()) {
  for (const auto& [name, number] : program.relations) names_[index(number)] = name;
  for (const Rule& rule : program.rules) {
    for (const Literal& l : rule.body) {
      if (l.tick > 0 && l.relation != crash_) past_[{l.relation, l.tick}];
    }
  }
  for (const Fact& fact : program.facts) given_[{fact.relation, image(fact)}].insert(fact.tick);
  if (limits.stop) find_lasting();
}

/// Stable relations, and, where nodes may be paused, all that there is at another tick; of what rules or the promise
/// read.
void Execution::find_lasting() {
  stable_ = stable_relations(program_);
  std::set<int> all = stable_, read;
  for (const std::string& goal : {limits_.pre, limits_.post})
    if (program_.relations.contains(goal)) read.insert(program_.relations.at(goal));
  for (const Rule& rule : program_.rules) {
    for (const Literal& l : rule.body) read.insert(l.relation);
    if (rule.observes) continue;
    if (copies_table(rule) && !stable_.contains(rule.relation)) copied_.insert(rule.relation);
    if (limits_.pauses > 0 && rule.when != When::now) all.insert(rule.relation);
  }
  for (const Fact& fact : program_.facts) {
    if (limits_.pauses > 0 && !fact.observes) all.insert(fact.relation);
  }
  std::ranges::set_intersection(all, read, std::inserter(lasting_, lasting_.end()));
}

bool Execution::run(Common& common) {
  common_ = &common;
  const std::size_t count = program_.relations.size();
  tables_.assign(count, {});
  before_.clear();
  crash_table_ = {};
  errors_ = Circuit::no;
  next_errors_.clear();
  grew_ = false;
  std::vector<Heads> now(count);
  for (const auto& [fact, ticks] : given_) {
    if (is_first(fact)) facts_.insert({fact});
  }
  for (const Arrival& one : facts_)
    if (one.late == 0) now[index(one.fact.first)][one.fact.second].push_back(arriving(one));
  for (const auto& [fact, ticks] : given_) {
    for (const std::int64_t t : ticks) {
      if (t > 1 || !is_first(fact))
        now[index(fact.first)][fact.second].push_back(common.ticks[static_cast<std::size_t>(t)]);
    }
  }
  built_in();
  for (const Component& component : components_) {
    for (const int relation : component.relations) remember(relation);
    derive(component, now);
  }
  leaving_.clear();
  Heads none;
  const int latest = without_faults() ? 0 : limits_.latest();
  for (late_ = 0; late_ <= latest; ++late_) {
    for (const Rule& rule : program_.rules)
      if (rule.when == When::async || (rule.when == When::next && late_ == 0)) apply(rule, none);
  }
  late_ = 0;
  stand();
  for (const Arrival& one : facts_)
    if (one.late > 0) leaving_[{one.fact, {}, one.late - 1}].push_back(arriving(one));
  for (const auto& [one, ways] : leaving_) arrive(one, ways);
  return grew_;
}

/// Of what is for the next tick, where it stays until then matters.
void Execution::comes(const Rule& rule, Value from, const Tuple& head, int literal, Heads& heads) {
  if (rule.when == When::now) return Derivation::comes(rule, from, head, literal, heads);
  leaving_[{{rule.relation, head}, memory_of(rule, from, receiver(rule, head)), late_}].push_back(
      literal);
}

/// What is on a disk stays there while its node does not write, and what a paused node has, and is sent, waits.
void Execution::stand() {
  if (without_faults()) return;
  for (const int relation : lasting_) {
    for (const Row& row : now(relation).rows()) {
      if (row.tuple.empty() || !is_node(row.tuple[0])) continue;
      const Value node = row.tuple[0];
      Clause still{of(common_->paused, node)};
      int lives = Circuit::yes;
      if (stable_.contains(relation)) {
        const FailingDisk on = disk(node, relation);
        still.push_back(of(common_->down, node));
        still.push_back(on.fails);
        lives = -on.dead;
      }
      const int stays = circuit().all({row.literal, circuit().any(still), lives});
      const auto memory = copied_.contains(relation) ? memory_of(node) : std::nullopt;
      if (stays != Circuit::no) leaving_[{{relation, row.tuple}, memory}].push_back(stays);
    }
  }
}

const Table& Execution::table(const Literal& l) const {
  if (l.relation == crash_) return crash_table_;
  return l.tick == 0 ? tables_[index(l.relation)] : before_.at({l.relation, l.tick});
}

void Execution::keep(int relation, Table table) {
  tables_[index(relation)] = std::move(table);
  remember(relation);
}

void Execution::fails(const Rule& rule, Value from, Value to, int literal) {
  if (literal == Circuit::no || rule.tells_of) return;  // the rule that is told of fails, too
  if (rule.when == When::now) {
    errors_ = circuit().any({errors_, literal});
    return;
  }
  int& of = next_errors_.try_emplace(memory_of(rule, from, to), Circuit::no).first->second;
  of = circuit().any({of, literal});
}

Tuple Execution::image(const Fact& fact) const {
  Tuple out = fact.tuple;
  saturate(fact.relation, out);
  return out;
}

std::string Execution::name(const Place& fact) const {
  return prefix_ + fact_name(program_, names_[index(fact.first)], fact.second);
}

std::string Execution::name(const Arrival& one) const {
  return name(one.fact) + (one.memory ? ">" + text(*one.memory) : "") +
         (one.late > 0 ? "+" + std::to_string(one.late) : "");
}

/// The node, if what it has in memory may be lost.
std::optional<Value> Execution::memory_of(Value node) const {
  const bool loses = limits_.stop && is_node(node) && may_be_down(limits_, text(node));
  return loses ? std::optional(node) : std::nullopt;
}

/// Of what a rule hands on to the next tick.
std::optional<Value> Execution::memory_of(const Rule& rule, Value from, Value to) const {
  if (rule.observes && !rule.tells_of) return std::nullopt;
  if (rule.when == When::next && stable_.contains(told_of(rule))) return std::nullopt;
  return memory_of(rule.when == When::next ? from : to);
}

/// It is given at tick 1, as a part of the first state. Where nodes stop, that is so of what always holds alone: a node
/// that is down then loses no given fact, and so the state would not tell what was lost.
bool Execution::is_first(const Place& fact) const {
  const auto given = given_.find(fact);
  return given != given_.end() && given->second.contains(1) &&
         (!limits_.stop || common_->known(name(fact)) == true);
}

int Execution::arriving(const Arrival& one) {
  const bool plain = !one.memory && one.late == 0;
  const int arrived = common_->holds(name(one), plain && is_first(one.fact));
  return one.memory ? circuit().all({arrived, -of(common_->down, *one.memory)}) : arrived;
}

void Execution::arrive(const Arrival& one, const Clause& ways) {
  const std::string what = name(one);
  const bool follow = common_->known(what).value_or(true);
  if (follow && facts_.insert(one).second) grew_ = true;
  common_->states[what].next = circuit().any(ways);
}

int Execution::of(const std::map<Value, int>& nodes, Value node) const {
  if (without_faults()) return Circuit::no;
  const auto it = nodes.find(node);
  return it == nodes.end() ? Circuit::no : it->second;
}

void Execution::built_in() {
  if (without_faults()) return;
  for (const auto& [node, by_eot] : common_->crashes) {
    // Nobody reads when.
    for (const Value observer : common_->nodes)
      if (by_eot != Circuit::no) add_row(crash_table_, {observer, node, {false, 1}}, by_eot);
  }
  for (const auto& [relation, nodes] : {std::pair{down_, &common_->down},
                                        {restart_, &common_->restarts},
                                        {paused_, &common_->paused}}) {
    if (!is_built_in(program_, relation)) continue;
    for (const auto& [node, literal] : *nodes)
      if (literal != Circuit::no) add_row(tables_[index(relation)], {node}, literal);
  }
  for (const std::string_view who : {quiet, quiet_to_itself}) {
    const auto relation = program_.relations.find(who);
    const bool keeps = who == quiet_to_itself && !limits_.stop && !limits_.halt;
    if (relation == program_.relations.end() || keeps) continue;
    for (const auto& [node, literal] : common_->silent)
      if (literal != Circuit::no) add_row(tables_[index(relation->second)], {node}, literal);
  }
  if (!is_built_in(program_, ioerror_, 2)) return;
  for (const auto& [of, disk] : common_->disks) {
    const auto name = std::ranges::find(program_.strings, of.second);
    const Value relation{true, name - program_.strings.begin()};
    if (disk.failed != Circuit::no)
      add_row(tables_[index(ioerror_)], {of.first, relation}, disk.failed);
  }
}

// What held of the relation at the ticks that rules name, of which one may be now.
void Execution::remember(int relation) {
  for (auto& [of, tuples] : past_) {
    if (of.first != relation) continue;
    const auto tick = static_cast<std::size_t>(of.second);
    std::map<Tuple, int> holds;
    for (const Row& row : now(relation).rows()) {
      holds[row.tuple] = row.literal;
      grew_ = tuples.insert(row.tuple).second || grew_;
    }
    Table& table = before_[of] = {};
    for (const Tuple& tuple : tuples) {
      const std::string what = name({relation, tuple}) + "@" + std::to_string(of.second);
      const auto it = holds.find(tuple);
      const int present = it == holds.end() ? Circuit::no : it->second;
      const int literal = circuit().any(
          {common_->holds(what, false), circuit().all({common_->ticks[tick], present})});
      common_->states[what].next = literal;
      add_row(table, tuple, literal);
    }
  }
}

/// The relation of the protocol that it is about.
int Execution::told_of(const Rule& rule) {
  return rule.tells_of.value_or(rule.relation);
}

/// A message that is told of has its receiver behind its sender.
Value Execution::receiver(const Rule& rule, const Tuple& head) {
  return head[rule.tells_of && rule.when == When::async ? 1 : 0];
}

int Execution::arrives(const Rule& rule, Value from, const Tuple& head) {
  if (rule.when == When::now || (rule.observes && !rule.tells_of)) return Circuit::yes;
  if (rule.when == When::next && !is_node(from)) return Circuit::yes;
  const Value to = receiver(rule, head);
  if (rule.when == When::async && (!is_node(from) || !is_node(to))) return Circuit::no;
  if (rule.when == When::async && to != from) return message(from, to);
  if (late_ > 0) return Circuit::no;  // what a node tells itself is never late
  if (rule.when == When::async || !stable_.contains(told_of(rule))) return -stands_still(from);
  const FailingDisk on = disk(from, told_of(rule));
  if (copies_table(rule)) return -on.dead;
  return circuit().all({-stands_still(from), -on.fails, -on.dead});
}

FailingDisk Execution::disk(Value node, int relation) const {
  if (without_faults()) return {};
  const auto it = common_->disks.find({node, names_[index(relation)]});
  return it == common_->disks.end() ? FailingDisk{} : it->second;
}

/// It hands on nothing to itself. A silent node goes on.
int Execution::stands_still(Value node) {
  if (!limits_.stop && !limits_.halt) return Circuit::no;
  return circuit().any({of(common_->down, node), of(common_->paused, node)});
}

int Execution::message(Value from, Value to) {
  if (without_faults()) return Circuit::yes;
  const Sent& sent = this->sent(from, to);
  const auto by = [this](const std::vector<int>& each) {
    return index(late_) <= each.size() ? each[index(late_) - 1] : Circuit::no;
  };
  if (late_ > 0) return circuit().any({by(sent.late), by(sent.twice)});
  Clause gone{of(common_->silent, from), sent.lost};
  for (const auto& [cut, now] : common_->cuts)
    if (cut.loses(text(from), text(to))) gone.push_back(now);
  gone.insert(gone.end(), sent.late.begin(), sent.late.end());
  return -circuit().any(gone);
}

const Sent& Execution::sent(Value from, Value to) {
  const auto [it, fresh] = common_->sent.try_emplace({from, to});
  Sent& out = it->second;
  if (!fresh) return out;
  const std::string ends = text(from) + "," + text(to);
  if (claim_.calm && limits_.losses != 0 && !limits_.reliable.contains({text(from), text(to)}))
    out.lost = circuit().all({circuit().input("lost[" + ends + "]"), -common_->calm});
  if (!limits_.punctual.contains({text(from), text(to)}))
    delay(ends, circuit().any({of(common_->silent, from), out.lost}), out);
  return out;
}

/// What is sent, and gets through, is late by one number of ticks, and comes again later than that, once.
void Execution::delay(const std::string& ends, int gone, Sent& of) {
  const auto add = [&](const char* how, int most, std::vector<int>& to) {
    for (int k = 1; k <= most; ++k) {
      const int one = circuit().input(how + ends + "," + std::to_string(k) + "]");
      common_->axioms.push_back({-one, -gone});
      for (const int other : to) common_->axioms.push_back({-one, -other});
      to.push_back(one);
    }
  };
  add("late[", limits_.late, of.late);
  add("twice[", limits_.again_within(), of.twice);
  for (std::size_t k = 0; k < of.twice.size(); ++k)
    for (std::size_t j = k; j < of.late.size(); ++j)
      common_->axioms.push_back({-of.twice[k], -of.late[j]});
}

}  // namespace ldfi::certificate
