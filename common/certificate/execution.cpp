#include "common/certificate/execution.hpp"

#include <algorithm>

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

Execution::Execution(const Program& program, const Limits& limits, const Always& claim,
                     std::string prefix, const std::function<void()>& check)
    : Derivation(program, check),
      limits_(limits),
      claim_(claim),
      prefix_(std::move(prefix)),
      crash_(program.relations.find("crash")->second),
      down_(program.relations.find("down")->second),
      components_(components(program, check)),
      names_(program.relations.size()) {
  for (const auto& [name, number] : program.relations) names_[index(number)] = name;
  for (const Rule& rule : program.rules) {
    for (const Literal& l : rule.body) {
      if (l.tick > 0 && l.relation != crash_) past_[{l.relation, l.tick}];
    }
  }
  for (const Fact& fact : program.facts) given_[{fact.relation, image(fact)}].insert(fact.tick);
  for (const auto& [fact, ticks] : given_) {
    if (ticks.contains(1)) facts_.insert(fact);
  }
}

bool Execution::run(Common& common) {
  common_ = &common;
  const std::size_t count = program_.relations.size();
  tables_.assign(count, {});
  before_.clear();
  crash_table_ = {};
  errors_ = next_errors_ = Circuit::no;
  grew_ = false;
  std::vector<Heads> now(count);
  for (const auto& fact : facts_) now[index(fact.first)][fact.second] = {arriving(fact)};
  for (const auto& [fact, ticks] : given_) {
    for (const std::int64_t t : ticks) {
      if (t > 1)
        now[index(fact.first)][fact.second].push_back(common.ticks[static_cast<std::size_t>(t)]);
    }
  }
  built_in();
  for (const Component& component : components_) {
    for (const int relation : component.relations) remember(relation);
    derive(component, now);
  }
  std::vector<Heads> next(count);
  for (const Rule& rule : program_.rules) {
    if (rule.when != When::now) apply(rule, next[index(rule.relation)]);
  }
  for (std::size_t r = 0; r < count; ++r) {
    for (const auto& [tuple, ways] : next[r]) arrive({static_cast<int>(r), tuple}, ways);
  }
  return grew_;
}

const Table& Execution::table(const Literal& l) const {
  if (l.relation == crash_) return crash_table_;
  return l.tick == 0 ? tables_[index(l.relation)] : before_.at({l.relation, l.tick});
}

void Execution::keep(int relation, Table table) {
  tables_[index(relation)] = std::move(table);
  remember(relation);
}

void Execution::fails(const Rule& rule, int literal) {
  int& of = rule.when == When::now ? errors_ : next_errors_;
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

int Execution::arriving(const Place& fact) {
  const auto given = given_.find(fact);
  return common_->holds(name(fact), given != given_.end() && given->second.contains(1));
}

void Execution::arrive(const Place& fact, const Clause& ways) {
  const std::string what = name(fact);
  const bool follow = common_->known(what).value_or(true);
  if (follow && facts_.insert(fact).second) grew_ = true;
  common_->states[what].next = circuit().any(ways);
}

void Execution::built_in() {
  if (without_faults()) return;
  for (const auto& [node, by_eot] : common_->crashes) {
    // Nobody reads when.
    for (const auto& [observer, unused] : common_->crashes)
      if (by_eot != Circuit::no) add_row(crash_table_, {observer, node, {false, 1}}, by_eot);
  }
  if (!is_built_in(program_, down_)) return;
  for (const auto& [node, literal] : common_->crashed)
    if (literal != Circuit::no) add_row(tables_[index(down_)], {node}, literal);
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

int Execution::arrives(const Rule& rule, Value from, const Tuple& head) {
  if (rule.when == When::now) return Circuit::yes;
  const auto is_node = [this](Value v) { return common_->crashed.contains(v); };
  const int crashed =
      without_faults() ? Circuit::no : (is_node(from) ? common_->crashed.at(from) : Circuit::no);
  const int stopped = limits_.halt ? crashed : Circuit::no;
  if (rule.when == When::next) return -stopped;
  if (!is_node(from) || !is_node(head[0])) return Circuit::no;
  if (head[0] == from) return -stopped;
  if (without_faults() || !claim_.calm) return -crashed;
  const std::string& sender = program_.strings[static_cast<std::size_t>(from.number)];
  const std::string& receiver = program_.strings[static_cast<std::size_t>(head[0].number)];
  if (limits_.reliable.contains({sender, receiver})) return -crashed;
  const int lost = circuit().input("lost[" + sender + "," + receiver + "]");
  return circuit().all({-crashed, -circuit().all({lost, -common_->calm})});
}

}  // namespace ldfi::certificate
