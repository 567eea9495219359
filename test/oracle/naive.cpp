#include "test/oracle/naive.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string>

namespace ldfi::test {
namespace {

using namespace dedalus;
__extension__ using Wide = __int128;
using Binding = std::map<Slot, Value>;
using Tables = std::vector<NaiveTable>;

class Naive {
 public:
  Naive(const Program& program, const Fspec& fspec, const FaultSet& faults)
      : program_(program), fspec_(fspec), faults_(faults) {}

  void run() {
    find_levels();
    model_.resize(static_cast<std::size_t>(fspec_.eot()) + 2);
    for (auto& tables : model_) tables.resize(program_.relations.size());
    for (now_ = 1; now_ <= fspec_.eot(); ++now_) {
      add_given();
      for (std::size_t level = 0; level <= program_.relations.size(); ++level) fixpoint(level);
      for (const Rule& rule : program_.rules) {
        if (rule.kind != RuleKind::deductive && now_ < fspec_.eot()) fire(rule);
      }
    }
    model_.pop_back();
  }

  NaiveModel take() { return std::move(model_); }

  /// Returns true if a message arrives after one that its sender later sent to the same receiver.
  [[nodiscard]] bool overtakes() const {
    return std::ranges::any_of(sent_, [&](const Sent& one) {
      return std::ranges::any_of(sent_, [&](const Sent& later) {
        return one.from == later.from && one.to == later.to && one.sent < later.sent &&
               one.arrives > later.arrives;
      });
    });
  }

  /// Returns the number of firings in the final tables, except firings for given facts.
  std::size_t count_firings() {
    std::size_t count = 0;
    for (now_ = 1; now_ <= fspec_.eot(); ++now_) {
      for (const Rule& rule : program_.rules) {
        const bool next = rule.kind != RuleKind::deductive;
        if (next && now_ == fspec_.eot()) continue;
        std::vector<Binding> bindings;
        Binding binding;
        extend(rule, 0, binding, bindings);
        for (const auto& head :
             rule.has_aggregate ? aggregate(rule, bindings) : plain_heads(rule, bindings)) {
          if (!is_given(rule.head, head, next ? now_ + 1 : now_)) ++count;
        }
      }
    }
    return count;
  }

 private:
  Tables& at(int tick) { return model_[static_cast<std::size_t>(tick)]; }

  /// Finds a level for each relation: level(head) ≥ level(premise), and > if negated or aggregated.
  void find_levels() {
    level_.assign(program_.relations.size(), 0);
    const auto raise = [&](const Rule& rule, const Literal& literal, bool strictly) {
      const std::size_t least = level_[literal.relation.index()] + (strictly ? 1 : 0);
      if (level_[rule.head.index()] >= least) return false;
      level_[rule.head.index()] = least;
      if (least > program_.relations.size()) throw std::logic_error("naive: not stratified");
      return true;
    };
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : program_.rules) {
        if (rule.kind != RuleKind::deductive) continue;
        for (const Literal& l : rule.positive)
          changed = raise(rule, l, rule.has_aggregate) || changed;
        for (const Literal& l : rule.negative) changed = raise(rule, l, true) || changed;
      }
    }
  }

  void add_given() {
    for (const GivenFact& fact : program_.facts) {
      if (fact.at.tick() == now_) at(now_)[fact.relation.index()].insert(fact.tuple);
    }
    if (!program_.timeless) return;
    for (const std::string& observer : fspec_.nodes()) {
      for (const Crash& crash : faults_.all<Crash>()) {
        at(now_)[program_.timeless->index()].insert(
            {*program_.symbols.find(observer), *program_.symbols.find(fspec_.name(crash.node)),
             crash.at.tick()});
      }
    }
  }

  bool is_given(RelationId relation, const std::vector<Value>& tuple, int tick) const {
    return std::any_of(program_.facts.begin(), program_.facts.end(), [&](const GivenFact& fact) {
      return fact.relation == relation && fact.tuple == tuple && fact.at.tick() == tick;
    });
  }

  void fixpoint(std::size_t level) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : program_.rules) {
        if (rule.kind == RuleKind::deductive && level_[rule.head.index()] == level) {
          changed = fire(rule) || changed;
        }
      }
    }
  }

  /// Finds all bindings before it adds heads, so that the tables do not change during the loops.
  bool fire(const Rule& rule) {
    if (of_late_messages(rule) || program_.relation(rule.head).orders) return false;
    std::vector<Binding> bindings;
    Binding binding;
    extend(rule, 0, binding, bindings);
    if (rule.kind == RuleKind::async && fspec_.delays() != Delays{}) return send(rule, bindings);
    std::vector<std::vector<Value>> heads =
        rule.has_aggregate ? aggregate(rule, bindings) : plain_heads(rule, bindings);
    NaiveTable& table = at(rule.kind == RuleKind::deductive ? now_ : now_ + 1)[rule.head.index()];
    bool changed = false;
    for (auto& head : heads) changed = table.insert(std::move(head)).second || changed;
    return changed;
  }

  /// Returns true for a rule that exists only for late messages. Late messages are faults here.
  static bool of_late_messages(const Rule& rule) {
    return rule.carrier == Carrier::depart || rule.carrier == Carrier::travel ||
           rule.carrier == Carrier::arrive;
  }

  std::optional<NodeId> receiver_of(const Rule& rule, const Binding& binding) const {
    const Value to = evaluate(rule.head_terms[0].expression, binding);
    return node(program_.relation(rule.head).columns[0], to);
  }

  /// Returns the ticks, other than the next one, at which a message that leaves its sender arrives.
  std::set<int> arrivals(const Rule& rule, const Binding& binding) const {
    const std::optional<NodeId> from = location(rule, binding);
    const std::optional<NodeId> to = receiver_of(rule, binding);
    if (!from || !to || (*from == *to && !fspec_.delays().self)) return {0};
    const auto& event = program_.relation(rule.head).event;
    const std::string& name = program_.relation(event ? event->of : rule.head).name;
    const auto of_this = [&](const auto& fault) {
      return fault.from == *from && fault.to == *to && fault.sent.tick() == now_ &&
             (!fspec_.delays().by_relation || fspec_.name(fault.relation) == name);
    };
    std::set<int> out{0};
    for (const Delay& d : faults_.all<Delay>()) {
      if (of_this(d)) out = {d.late};
    }
    for (const Duplicate& u : faults_.all<Duplicate>()) {
      if (of_this(u)) out.insert(u.late);
    }
    return out;
  }

  bool send(const Rule& rule, const std::vector<Binding>& bindings) {
    for (const Binding& binding : bindings) {
      const auto heads = plain_heads(rule, {binding});
      for (const int late : arrivals(rule, binding)) {
        const int tick = now_ + 1 + late;
        const auto from = location(rule, binding);
        const auto receiver = receiver_of(rule, binding);
        if (from && receiver) sent_.insert({*from, *receiver, now_, tick});
        if (tick <= fspec_.eot()) at(tick)[rule.head.index()].insert(heads.begin(), heads.end());
      }
    }
    return false;
  }

  const NaiveTable& table_of(const Literal& literal) {
    static const NaiveTable nothing;
    const int tick = literal.at ? literal.at->tick() : now_;
    return tick > now_ ? nothing : at(tick)[literal.relation.index()];
  }

  void extend(const Rule& rule, std::size_t premise, Binding& binding, std::vector<Binding>& out) {
    if (premise == rule.positive.size()) {
      if (passes(rule, binding)) out.push_back(binding);
      return;
    }
    const Literal& literal = rule.positive[premise];
    for (const auto& tuple : table_of(literal)) {
      Binding longer = binding;
      if (unify(literal, tuple, longer)) extend(rule, premise + 1, longer, out);
    }
  }

  static bool unify(const Literal& literal, const std::vector<Value>& tuple, Binding& binding) {
    for (std::size_t i = 0; i < tuple.size(); ++i) {
      const Term& term = literal.arguments[i];
      if (term.kind == Term::Kind::wildcard) continue;
      if (term.kind == Term::Kind::constant) {
        if (term.value != tuple[i]) return false;
      } else if (binding.try_emplace(term.slot, tuple[i]).first->second != tuple[i]) {
        return false;
      }
    }
    return true;
  }

  /// Checks all other conditions; arithmetic last, because the others may prevent its errors.
  bool passes(const Rule& rule, const Binding& binding) {
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& l : *literals) {
        if (l.at && l.at->tick() > now_) return false;
      }
    }
    for (const Literal& literal : rule.negative) {
      for (const auto& tuple : table_of(literal)) {
        Binding copy = binding;
        if (unify(literal, tuple, copy)) return false;
      }
    }
    if (!arrives(rule, binding)) return false;
    for (const bool arithmetic : {false, true}) {
      for (const Comparison& c : rule.comparisons) {
        if ((c.left.can_fail() || c.right.can_fail()) == arithmetic && !compare(c, binding))
          return false;
      }
    }
    return true;
  }

  bool compare(const Comparison& c, const Binding& binding) const {
    const Value a = evaluate(c.left, binding);
    const Value b = evaluate(c.right, binding);
    switch (c.op) {
      case Relop::equal:
        return a == b;
      case Relop::not_equal:
        return a != b;
      case Relop::less:
        return a < b;
      case Relop::less_equal:
        return a <= b;
      case Relop::greater:
        return a > b;
      case Relop::greater_equal:
        return a >= b;
    }
    return false;
  }

  /// Evaluates the top of the postfix form before `end`, and moves `end` to its beginning.
  Value evaluate_back(const std::vector<Expression::Step>& steps, std::size_t& end,
                      const Binding& binding) const {
    const Expression::Step& step = steps.at(--end);
    if (step.op == Expression::Op::constant) return step.value;
    if (step.op == Expression::Op::variable) return binding.at(step.slot);
    const Wide right = evaluate_back(steps, end, binding);
    const Wide left = evaluate_back(steps, end, binding);
    if (step.op == Expression::Op::divide && right == 0) throw NaiveArithmeticError(now_);
    return narrow(step.op == Expression::Op::add        ? left + right
                  : step.op == Expression::Op::subtract ? left - right
                  : step.op == Expression::Op::multiply ? left * right
                                                        : left / right);
  }

  Value evaluate(const Expression& expression, const Binding& binding) const {
    std::size_t end = expression.steps.size();
    return evaluate_back(expression.steps, end, binding);
  }

  Value narrow(Wide value) const {
    if (value < std::numeric_limits<Value>::min() || value > std::numeric_limits<Value>::max()) {
      throw NaiveArithmeticError(now_);
    }
    return static_cast<Value>(value);
  }

  std::vector<std::vector<Value>> plain_heads(const Rule& rule,
                                              const std::vector<Binding>& bindings) {
    std::vector<std::vector<Value>> out;
    for (const Binding& binding : bindings) {
      out.emplace_back();
      for (const HeadTerm& term : rule.head_terms) {
        out.back().push_back(evaluate(term.expression, binding));
      }
    }
    return out;
  }

  std::vector<std::vector<Value>> aggregate(const Rule& rule,
                                            const std::vector<Binding>& bindings) {
    std::map<std::vector<Value>, std::vector<std::set<Value>>> groups;
    for (const auto& values : plain_heads(rule, bindings)) {
      std::vector<Value> key;
      for (std::size_t i = 0; i < values.size(); ++i) {
        if (!rule.head_terms[i].aggregate) key.push_back(values[i]);
      }
      auto& sets = groups[key];
      sets.resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i) sets[i].insert(values[i]);
    }
    std::vector<std::vector<Value>> out;
    for (const auto& [key, sets] : groups) {
      out.emplace_back();
      for (std::size_t i = 0; i < sets.size(); ++i) {
        out.back().push_back(summary(rule.head_terms[i].aggregate, sets[i]));
      }
    }
    return out;
  }

  /// Returns a column's value for a group. Without an aggregate, all its values are equal.
  Value summary(std::optional<AggregateKind> kind, const std::set<Value>& values) const {
    if (kind == AggregateKind::count) return static_cast<Value>(values.size());
    if (kind == AggregateKind::max) return *values.rbegin();
    if (kind != AggregateKind::sum) return *values.begin();
    Wide sum = 0;
    for (const Value v : values) sum += v;
    return narrow(sum);
  }

  /// Returns the node that a value of this column names, or nullopt.
  std::optional<NodeId> node(ColumnType type, Value value) const {
    if (type != ColumnType::string) return std::nullopt;
    return fspec_.find(program_.symbols.text(value));
  }

  std::optional<NodeId> location(const Rule& rule, const Binding& binding) const {
    const Value value = rule.location.kind == Term::Kind::variable ? binding.at(rule.location.slot)
                                                                   : rule.location.value;
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& l : *literals) {
        if (l.arguments[0] == rule.location) {
          return node(program_.relation(l.relation).columns[0], value);
        }
      }
    }
    return std::nullopt;
  }

  bool crashed(NodeId who) const {
    return std::ranges::any_of(
        faults_.all<Crash>(), [&](const Crash& c) { return c.node == who && c.at.tick() <= now_; });
  }

  /// True if a message arrives; docs/explanation/semantics.md explains this premise.
  bool arrives(const Rule& rule, const Binding& binding) const {
    if (rule.kind == RuleKind::deductive) return true;
    const bool halt = fspec_.crash_model() == CrashModel::halt;
    const std::optional<NodeId> from = location(rule, binding);
    if (rule.kind == RuleKind::inductive) return !(halt && from && crashed(*from));
    if (rule.head_terms[0].expression.can_fail()) return false;
    const std::optional<NodeId> to = receiver_of(rule, binding);
    if (!from || !to) return false;
    if (*from == *to) return !(halt && crashed(*from));
    const Omission lost{*from, *to, Time(now_)};
    return !crashed(*from) && std::ranges::count(faults_.all<Omission>(), lost) == 0;
  }

  const Program& program_;
  const Fspec& fspec_;
  const FaultSet& faults_;
  struct Sent {
    NodeId from, to;
    int sent = 0, arrives = 0;
    auto operator<=>(const Sent&) const = default;
  };
  std::set<Sent> sent_;  ///< messages that leave their senders and are not lost
  NaiveModel model_;
  std::vector<std::size_t> level_;
  int now_ = 0;
};

}  // namespace

NaiveModel naive_run(const Program& program, const Fspec& fspec, const FaultSet& faults) {
  Naive naive(program, fspec, faults);
  naive.run();
  return naive.take();
}

bool naive_overtakes(const Program& program, const Fspec& fspec, const FaultSet& faults) {
  Naive naive(program, fspec, faults);
  naive.run();
  return naive.overtakes();
}

std::size_t naive_firings(const Program& program, const Fspec& fspec, const FaultSet& faults) {
  Naive naive(program, fspec, faults);
  naive.run();
  return naive.count_firings();
}

}  // namespace ldfi::test
