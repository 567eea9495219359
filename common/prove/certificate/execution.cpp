#include "common/prove/certificate/execution.hpp"

#include <algorithm>

#include "common/prove/certificate/storage.hpp"

namespace ldfi::certificate {
namespace {

/// Returns the fact as text, such as `log(b,data)`. Bytes of strings except letters, digits and
/// `._-` are written as in `\x20`.
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

int AnyTick::holds(const std::string& name, bool first) {
  State& state = states[name];
  const auto said = known(name);
  state.now = !said ? circuit.input(name) : *said ? Circuit::yes : Circuit::no;
  state.first = state.first || first;
  return state.now;
}

int AnyTick::has_come(std::int64_t first) {
  Clause none;
  for (std::size_t t = 1; t < ticks.size() && std::cmp_less(t, first); ++t)
    none.push_back(-ticks[t]);
  return circuit.all(none);
}

void AnyTick::limit(const std::string& what, std::optional<int> most,
                    const std::vector<int>& events) {
  constexpr int most_counted = 100;
  if (!most) return;
  if (*most > most_counted)
    throw Rejected("the claim allows more than " + std::to_string(most_counted) + " " + what);
  std::vector<int> all;
  const auto name = [&what](int i) { return what + "[" + std::to_string(i) + "]"; };
  for (int i = 1; i <= *most; ++i) all.push_back(before(name(i)));
  all.insert(all.end(), events.begin(), events.end());
  const std::vector<int> counts = circuit.at_least(all, index(*most) + 1);
  for (int i = 1; i <= *most; ++i) after(name(i), counts[index(i)]);
  axioms.push_back({-counts[index(*most) + 1]});
}

bool derives(const Program& program, int relation) {
  const auto is = [relation](const auto& one) { return one.relation == relation; };
  return std::ranges::any_of(program.rules, is) || std::ranges::any_of(program.facts, is);
}

Execution::Execution(Program& program, const Limits& limits, const Always& claim,
                     std::string prefix, const std::function<void()>& check)
    : Tick(program, limits, check), claim_(claim), prefix_(std::move(prefix)) {
  // The order determines the numbers of gates, and proofs depend on these numbers.
  std::ranges::sort(disks_, {}, [this](const Tuple& of) { return std::pair(of[0], name(of[1])); });
  for (const Rule& rule : program.rules) {
    for (const Literal& l : rule.body) {
      if (l.tick > 0 && l.relation != crash_) past_[{l.relation, l.tick}];
    }
  }
  for (const Fact& fact : program.facts) given_[{fact.relation, image(fact)}].insert(fact.tick);
  if (limits.stop) find_read();
}

/// Finds the relations that a rule or the promise reads. The circuit drops the tuples of all other
/// relations.
void Execution::find_read() {
  std::set<int> read{pre_, post_};
  for (const Rule& rule : program_.rules) {
    for (const Literal& l : rule.body) read.insert(l.relation);
    if (!rule.observes && copies_table(rule) && !stable_.contains(rule.relation))
      copied_.insert(rule.relation);
  }
  std::erase_if(lasting_, [&read](int relation) { return !read.contains(relation); });
}

bool Execution::run(AnyTick& any, TickFaults* faults) {
  any_ = &any;
  faults_ = faults;
  before_.clear();
  errors_ = Circuit::no;
  next_errors_.clear();
  grew_ = false;
  std::vector<Heads> now(program_.relations.size());
  for (const auto& [fact, ticks] : given_) {
    if (is_first(fact)) facts_.insert({fact});
  }
  for (const Arrival& one : facts_)
    if (one.late == 0) now[index(one.fact.first)][one.fact.second].push_back(arriving(one));
  for (const auto& [fact, ticks] : given_) {
    for (const std::int64_t t : ticks) {
      if (t > 1 || !is_first(fact))
        now[index(fact.first)][fact.second].push_back(any.ticks[static_cast<std::size_t>(t)]);
    }
  }
  begin(now);
  for (const Component& component : components_) {
    for (const int relation : component.relations) remember(relation);
    derive(component, now);
  }
  leaving_.clear();
  Heads none;
  const int latest = faults == nullptr ? 0 : limits_.latest();
  for (late_ = 0; late_ <= latest; ++late_) {
    for (const Rule& rule : program_.rules)
      if (rule.when == When::async || (rule.when == When::next && late_ == 0)) apply(rule, none);
  }
  late_ = 0;
  keep_lasting();
  for (const Arrival& one : facts_)
    if (one.late > 0) leaving_[{one.fact, {}, one.late - 1}].push_back(arriving(one));
  for (const auto& [one, ways] : leaving_) arrive(one, ways);
  return grew_;
}

/// Records a fact for the next tick. Also records the node whose memory holds the fact until then,
/// because this node may lose its memory.
void Execution::comes(const Rule& rule, Value from, const Tuple& head, int literal, Heads& heads) {
  if (rule.when == When::now) return Derivation::comes(rule, from, head, literal, heads);
  leaving_[{{rule.relation, head}, memory_of(rule, from, receiver(rule, head)), late_}].push_back(
      literal);
}

void Execution::stays(int relation, const Tuple& tuple, int literal) {
  const auto memory = copied_.contains(relation) ? memory_of(tuple[0]) : std::nullopt;
  leaving_[{{relation, tuple}, memory}].push_back(literal);
}

const Table& Execution::table(const Literal& l) const {
  if (l.relation == crash_) return crashes_;
  return l.tick == 0 ? now(l.relation) : before_.at({l.relation, l.tick});
}

void Execution::keep(int relation, Table table) {
  Tick::keep(relation, std::move(table));
  remember(relation);
}

void Execution::fails(const Rule& rule, Value from, Value to, int literal) {
  // A copy of a protocol rule fails exactly if the protocol rule fails, so the copy's failure is
  // not counted again.
  if (literal == Circuit::no || rule.copy_of_rule_for) return;
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

std::string Execution::state_name(const Place& fact) const {
  return prefix_ + fact_name(program_, relation_name(fact.first), fact.second);
}

std::string Execution::state_name(const Arrival& one) const {
  return state_name(one.fact) + (one.memory ? ">" + name(*one.memory) : "") +
         (one.late > 0 ? "+" + std::to_string(one.late) : "");
}

/// Returns the node if a fault may erase its memory. Returns nullopt otherwise.
std::optional<Value> Execution::memory_of(Value node) const {
  const bool loses = limits_.stop && is_node(node) &&
                     (limits_.may_die(name(node)) || limits_.may_restart(name(node)));
  return loses ? std::optional(node) : std::nullopt;
}

/// Returns the node whose memory holds the head of the rule until the next tick. Returns nullopt if
/// no memory holds the head, so that no outage can lose it.
std::optional<Value> Execution::memory_of(const Rule& rule, Value from, Value to) const {
  if (rule.observes && !rule.copy_of_rule_for) return std::nullopt;
  if (rule.when == When::next && stable_.contains(observed_relation(rule))) return std::nullopt;
  return memory_of(rule.when == When::next ? from : to);
}

/// Returns true if the fact is given at tick 1 and belongs to the state at tick 1. In a claim with
/// outages, only facts that always hold belong to this state. A node that is down does not lose
/// given facts, and the state could not distinguish these from lost facts.
bool Execution::is_first(const Place& fact) const {
  const auto given = given_.find(fact);
  return given != given_.end() && given->second.contains(1) &&
         (!limits_.stop || any_->known(state_name(fact)) == true);
}

int Execution::arriving(const Arrival& one) {
  const bool plain = !one.memory && one.late == 0;
  const int arrived = any_->holds(state_name(one), plain && is_first(one.fact));
  return one.memory ? circuit().all({arrived, -faults(*one.memory).down}) : arrived;
}

void Execution::arrive(const Arrival& one, const Clause& ways) {
  const std::string what = state_name(one);
  const bool follow = any_->known(what).value_or(true);
  if (follow && facts_.insert(one).second) grew_ = true;
  any_->states[what].next = circuit().any(ways);
}

/// Adds the crashes with tick 1 in the column for the tick, because no rule reads this column.
void Execution::crashes(Table& to) {
  to = {};
  if (faults_ == nullptr) return;
  for (const auto& [node, by_eot] : any_->crashes)
    for (const Value observer : nodes_) add_row(to, {observer, node, {false, 1}}, by_eot);
}

// Records the tuples that the relation has at the ticks that rules name. The circuit's tick may be
// one of these ticks.
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
      const std::string what = state_name(Place{relation, tuple}) + "@" + std::to_string(of.second);
      const auto it = holds.find(tuple);
      const int present = it == holds.end() ? Circuit::no : it->second;
      const int literal =
          circuit().any({any_->holds(what, false), circuit().all({any_->ticks[tick], present})});
      any_->states[what].next = literal;
      add_row(table, tuple, literal);
    }
  }
}

}  // namespace ldfi::certificate
