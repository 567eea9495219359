#include "common/certificate/unroll.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "common/certificate/aggregate.hpp"
#include "common/certificate/expression.hpp"
#include "common/certificate/strata.hpp"
#include "common/certificate/table.hpp"

namespace ldfi::certificate {
namespace {

using Heads = std::map<Tuple, Clause>;  ///< a tuple, and each way to derive it
struct Bindings {
  Bound of;
  Clause body;
  Value location;
};

class Unroller {
 public:
  Unroller(Program& program, const Limits& limits) : program_(program), limits_(limits) {
    for (const std::string& node : limits.nodes) nodes_.push_back(program.string(node));
    std::ranges::sort(nodes_);
    crash_ = program.relation("crash");
    program.relation("down");
    pre_ = program.relation(limits.pre);
    post_ = program.relation(limits.post);
    for (const Fact& fact : program.universe) {
      universe_[{fact.relation, fact.tick}].insert(fact.tuple);
    }
    count_ = program.relations.size();
  }

  Unrolled run(const std::function<void()>& check) {
    check_ = check;
    faults();
    components_ = components(program_);
    tables_.resize(static_cast<std::size_t>(limits_.eot) + 1);
    std::vector<Heads> now(count_), next(count_);
    for (t_ = 1; t_ <= limits_.eot; ++t_) {
      for (const Fact& fact : program_.facts) {
        if (fact.tick == t_) now[index(fact.relation)][fact.tuple].push_back(Circuit::yes);
      }
      tables_[index(t_)].resize(count_);
      built_in();
      for (const Component& component : components_) derive(component, now);
      next.assign(count_, {});
      for (const Rule& rule : program_.rules) {
        if (rule.when != When::now) apply(rule, next[index(rule.relation)]);
      }
      now.swap(next);
    }
    return std::move(out_);
  }

  [[nodiscard]] const Table& last(int relation) const { return tables_.back()[index(relation)]; }
  int pre_ = 0, post_ = 0;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  Circuit& circuit() { return out_.circuit; }
  [[nodiscard]] bool is_node(Value v) const { return std::ranges::binary_search(nodes_, v); }
  const std::string& name(Value v) const {
    return program_.strings[static_cast<std::size_t>(v.number)];
  }
  int crashed(Value node, int t) {
    if (limits_.crashes == 0 || t < 1) return Circuit::no;
    return circuit().input(crashed_by(name(node), t));
  }

  void faults() {
    for (const Value node : nodes_) {
      for (int t = 1; t < limits_.eot && limits_.crashes > 0; ++t) {
        out_.axioms.push_back({-crashed(node, t), crashed(node, t + 1)});
      }
      if (limits_.crashes > 0) out_.crashed.push_back(crashed(node, limits_.eot));
    }
    const auto most = static_cast<std::size_t>(limits_.crashes) + 1;
    if (limits_.crashes > 0) out_.axioms.push_back({-circuit().at_least(out_.crashed, most)[most]});
  }

  void built_in() {
    if (t_ == 1) {
      for (const Value node : nodes_) {
        for (int s = 1; s <= limits_.eot && limits_.crashes > 0; ++s) {
          const int literal = circuit().all({crashed(node, s), -crashed(node, s - 1)});
          for (const Value observer : nodes_)
            add_row(crashes_, {observer, node, {false, s}}, literal);
        }
      }
    }
    const int down = program_.relation("down");
    const auto defines = [down](const auto& one) { return one.relation == down; };
    if (std::ranges::any_of(program_.rules, defines) ||
        std::ranges::any_of(program_.facts, defines))
      return;
    for (const Value node : nodes_) {
      if (crashed(node, t_) != Circuit::no)
        add_row(tables_[index(t_)][index(down)], {node}, crashed(node, t_));
    }
  }

  const Table& table(const Literal& l) const {
    if (l.relation == crash_) return crashes_;
    return tables_[index(l.tick == 0 ? t_ : static_cast<int>(l.tick))][index(l.relation)];
  }

  /// What holds at this tick of these relations. Recursion within a tick is unrolled: a tuple has a
  /// proof that is no deeper than there are tuples.
  void derive(const Component& component, std::vector<Heads>& given) {
    std::vector<Heads> before;
    for (std::size_t round = 0, tuples = 0; round <= tuples; ++round) {
      std::vector<Heads> found;
      for (const int r : component.relations) {
        Heads heads = given[index(r)];
        for (const Rule& rule : program_.rules) {
          if (rule.when == When::now && rule.relation == r) apply(rule, heads);
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
        if (!found[i].empty()) tables_[index(t_)][index(component.relations[i])] = std::move(fresh);
      }
      before = std::move(found);
    }
  }

  /// What the claimed universe does not have is not followed, but must not hold.
  void leave_out(int relation, Heads& heads) {
    const auto it = universe_.find({relation, t_});
    if (it == universe_.end()) return;
    for (const auto& [tuple, ways] : heads) {
      if (!it->second.contains(tuple)) out_.escape = circuit().any({out_.escape, ways[0]});
    }
    std::erase_if(heads, [&](const auto& head) { return !it->second.contains(head.first); });
  }

  /// Adds what the rule derives now. With aggregates: of the distinct heads' groups.
  void apply(const Rule& rule, Heads& heads) {
    rule_ = &rule;
    const bool aggregates =
        std::ranges::any_of(rule.head, [](const auto& c) { return !c.aggregate.empty(); });
    Heads plain;
    Bindings b;
    b.of.resize(index(rule.variables));
    join(b, std::vector<bool>(rule.body.size()), aggregates ? plain : heads);
    if (aggregates) aggregate(rule, plain, heads);
  }

  /// Programs of strangers: neither time nor memory is theirs to take.
  void count_step() {
    if (check_ && ++steps_ % 4096 == 0) check_();
  }
  void add_row(Table& to, const Tuple& tuple, int literal) {
    if (++rows_ > 5'000'000) throw Rejected("more than 5 million tuples");
    to.add(tuple, literal);
  }

  void join(Bindings& b, std::vector<bool> done, Heads& heads) {
    count_step();
    const Literal* best = nullptr;
    const std::vector<int>* rows = nullptr;
    std::size_t least = SIZE_MAX, which = 0;
    for (std::size_t i = 0; i < rule_->body.size(); ++i) {
      const Literal& l = rule_->body[i];
      if (done[i] || l.negated) continue;
      if (l.tick > t_) return;
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

  /// The fewest rows that a column with a value leaves; nullptr: all.
  const std::vector<int>* candidates(const Bindings& b, const Literal& l) const {
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

  static bool match(const Literal& l, const Tuple& tuple, Bound& bound) {
    if (tuple.size() != l.columns.size()) throw Rejected("a relation with two numbers of columns");
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      const Term& term = l.columns[i];
      if (term.kind == Term::Kind::constant && term.constant != tuple[i]) return false;
      if (term.kind != Term::Kind::variable) continue;
      auto& [known, value] = bound[index(term.variable)];
      if (known && value != tuple[i]) return false;
      known = true;
      value = tuple[i];
    }
    return true;
  }

  /// All that must hold is bound: what must not hold, and the head.
  void finish(Bindings& b, Heads& heads) {
    Clause body = b.body;
    try {
      for (const Literal& l : rule_->body) {
        if (!l.negated) continue;
        if (l.tick > t_) return;
        const std::vector<int>* some = candidates(b, l);
        const std::vector<Row>& rows = table(l).rows();
        for (std::size_t i = 0; i < (some != nullptr ? some->size() : rows.size()); ++i) {
          const Row& row = rows[some != nullptr ? index((*some)[i]) : i];
          auto bound = b.of;
          if (match(l, row.tuple, bound)) body.push_back(-row.literal);
        }
      }
      for (const Comparison& comparison : rule_->comparisons) {
        if (!holds(comparison, b.of, rule_->where)) return;
      }
      Tuple head;
      for (const HeadColumn& column : rule_->head)
        head.push_back(value(column.value, b.of, rule_->where));
      body.push_back(arrives(b.location, head));
      const int literal = circuit().all(body);
      if (literal != Circuit::no) heads[head].push_back(literal);
    } catch (const Overflow&) {
      out_.error = circuit().any({out_.error, circuit().all(body)});
    }
  }

  int arrives(Value from, const Tuple& head) {
    if (rule_->when == When::now || t_ == limits_.eot)
      return rule_->when == When::now ? Circuit::yes : Circuit::no;
    const int stopped = limits_.halt && is_node(from) ? crashed(from, t_) : Circuit::no;
    if (rule_->when == When::next || head[0] == from) {
      return rule_->when == When::async && !is_node(from) ? Circuit::no : -stopped;
    }
    if (!is_node(from) || !is_node(head[0])) return Circuit::no;
    int lost = Circuit::no;
    if (t_ <= limits_.last_loss) {
      const std::string fault =
          "O(" + name(from) + "," + name(head[0]) + "," + std::to_string(t_) + ")";
      const bool fresh = !circuit().inputs().contains(fault);
      lost = circuit().input(fault);
      if (fresh) out_.losses.push_back(lost);
    }
    return circuit().all({-lost, -crashed(from, t_)});
  }

  void aggregate(const Rule& rule, const Heads& plain, Heads& heads) {
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
        out_.error = circuit().any({out_.error, may.overflow});
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

  Program& program_;
  const Limits& limits_;
  Unrolled out_;
  std::vector<Value> nodes_;
  std::size_t count_ = 0;
  int crash_ = 0;
  std::vector<Component> components_;
  /// By relation and tick; where there is none, nothing is left out.
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<Tuple>> universe_;
  std::vector<std::vector<Table>> tables_;  ///< by tick and relation
  Table crashes_;
  std::function<void()> check_;
  std::uint64_t steps_ = 0;
  std::size_t rows_ = 0;
  int t_ = 1;
  const Rule* rule_ = nullptr;
};

}  // namespace

std::string crashed_by(const std::string& a, int t) {
  return "crashed by(" + a + "," + std::to_string(t) + ")";
}

Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check) {
  Limits none = limits;
  none.last_loss = none.crashes = 0;
  Unroller good(program, none);
  good.run(check);
  Unroller unroller(program, limits);
  Unrolled out = unroller.run(check);
  // With a `post` alone, what the failure-free run has in it is promised.
  const auto derives = [&](int relation) {
    const auto is = [relation](const auto& one) { return one.relation == relation; };
    return std::ranges::any_of(program.rules, is) || std::ranges::any_of(program.facts, is);
  };
  if (!derives(unroller.post_)) throw Rejected("the program has no " + limits.post);
  out.has_pre = derives(unroller.pre_);
  const Table& pre = out.has_pre ? unroller.last(unroller.pre_) : good.last(unroller.post_);
  out.pre_without_faults = !(out.has_pre ? good.last(unroller.pre_) : pre).rows().empty();
  Clause violations;
  for (const Row& row : pre.rows()) {
    Clause body{row.literal};
    for (const Row& kept : unroller.last(unroller.post_).rows()) {
      if (kept.tuple == row.tuple) body.push_back(-kept.literal);
    }
    violations.push_back(out.circuit.all(body));
  }
  out.violated = out.circuit.any(violations);
  return out;
}

}  // namespace ldfi::certificate
