// Warns about rules that access the memory of other nodes (codes `remote-read`, `remote-write`). A
// tuple is located at the node in its first column. A rule runs at the location of its first
// premise.
//
// Some relations serve only the verdict: pre, post or a specification depends on them, but no
// message does. Rules of such relations may observe all nodes at once, so they cause no
// `remote-read`. But the last state of a protocol, such as the log of a replica that sends no
// answer, also serves only the verdict. Such a relation is recognised if post needs its tuples and
// the rule that derives them reads one node. A rule that derives tuples of another node then causes
// a `remote-write`.
#include "common/dedalus/language/places.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_set>

#include "common/dedalus/language/locate.hpp"
#include "common/dedalus/language/location.hpp"

namespace ldfi::dedalus {
namespace {

using RulesOf = std::vector<std::vector<const Rule*>>;

/// Returns for each relation the rules that derive it.
RulesOf rules_by_head(const Program& program) {
  RulesOf out(program.relations.size());
  for (const Rule& rule : program.rules) out[rule.head.index()].push_back(&rule);
  return out;
}

/// The relations on which a verdict depends, with the effect of more tuples on it: fewer violations
/// (helps) or more violations (harms).
class Judged {
 public:
  Judged(const Program& program, const RulesOf& rules) : rules_(rules) {
    for (auto& one : reached_) one.assign(program.relations.size(), false);
    if (program.post) reach(*program.post, helps);
    if (program.post && program.pre) reach(*program.pre, harms);
    for (const DeclaredSpecification& one : program.specifications) {
      if (!one.invariant) reach(one.relation, harms);
    }
    while (!queue_.empty()) {
      const auto [relation, effect] = queue_.back();
      queue_.pop_back();
      for (const Rule* rule : rules_[relation.index()]) follow(*rule, effect);
    }
  }
  [[nodiscard]] bool depends_on(RelationId relation) const {
    return reached_[helps][relation.index()] || reached_[harms][relation.index()];
  }
  /// Returns true if more tuples of the relation can prevent violations.
  [[nodiscard]] bool is_helped_by(RelationId relation) const {
    return reached_[helps][relation.index()];
  }

 private:
  enum Effect : std::uint8_t { helps, harms };

  void reach(RelationId relation, Effect effect) {
    if (reached_[effect][relation.index()]) return;
    reached_[effect][relation.index()] = true;
    queue_.emplace_back(relation, effect);
  }
  void follow(const Rule& rule, Effect effect) {
    const Effect opposite = effect == helps ? harms : helps;
    for (const Literal& literal : rule.positive) {
      reach(literal.relation, effect);
      if (rule.has_aggregate) reach(literal.relation, opposite);
    }
    for (const Literal& literal : rule.negative) {
      reach(literal.relation, opposite);
      if (rule.has_aggregate) reach(literal.relation, effect);
    }
  }

  const RulesOf& rules_;
  std::array<std::vector<bool>, 2> reached_;
  std::vector<std::pair<RelationId, Effect>> queue_;
};

/// Returns for each relation whether it contains messages, or whether some message depends on it.
std::vector<bool> relations_feeding_messages(const Program& program, const RulesOf& rules) {
  std::vector<bool> out(program.relations.size(), false);
  std::vector<RelationId> queue;
  const auto reach = [&](RelationId relation) {
    if (out[relation.index()]) return;
    out[relation.index()] = true;
    queue.push_back(relation);
  };
  const auto reach_premises = [&](const Rule& rule) {
    for (const auto* literals : {&rule.positive, &rule.negative}) {
      for (const Literal& literal : *literals) reach(literal.relation);
    }
  };
  for (const Rule& rule : program.rules) {
    if (rule.kind != RuleKind::async || rule.observes) continue;
    reach(rule.head);
    reach_premises(rule);
  }
  while (!queue.empty()) {
    const RelationId relation = queue.back();
    queue.pop_back();
    for (const Rule* rule : rules[relation.index()]) reach_premises(*rule);
  }
  return out;
}

/// Finds the string columns that hold only names of nodes. The values of a column come from facts,
/// from constants in heads, and from premises of rules.
class NodeColumns {
 public:
  explicit NodeColumns(const Program& program) : program_(program) {
    for (const Relation& relation : program.relations) {
      other_.emplace_back(relation.arity(), false);
    }
    for (const std::string& node : program.nodes) {
      if (const auto symbol = program.symbols.find(node)) nodes_.insert(*symbol);
    }
    for (const GivenFact& fact : program.facts) {
      for (std::size_t i = 0; i < fact.tuple.size(); ++i) {
        if (!nodes_.contains(fact.tuple[i])) other_[fact.relation.index()][i] = true;
      }
    }
    for (bool grows = true; grows;) {
      grows = false;
      for (const Rule& rule : program.rules) grows = pass(rule) || grows;
    }
  }
  [[nodiscard]] bool contains(RelationId relation, std::size_t column) const {
    return program_.relation(relation).columns[column] == ColumnType::string &&
           !other_[relation.index()][column];
  }

 private:
  bool pass(const Rule& rule) {
    bool grows = false;
    for (std::size_t i = 0; i < rule.head_terms.size(); ++i) {
      if (other_[rule.head.index()][i] || !is_other(rule, rule.head_terms[i])) continue;
      other_[rule.head.index()][i] = true;
      grows = true;
    }
    return grows;
  }
  [[nodiscard]] bool is_other(const Rule& rule, const HeadTerm& term) const {
    const auto& steps = term.expression.steps;
    if (steps.size() != 1) return true;
    if (steps[0].op == Expression::Op::constant) return !nodes_.contains(steps[0].value);
    return std::ranges::all_of(rule.positive, [&](const Literal& literal) {
      for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
        const Term& argument = literal.arguments[i];
        const bool same = argument.kind == Term::Kind::variable && argument.slot == steps[0].slot;
        if (same && !program_.built_in(literal.relation) && !other_[literal.relation.index()][i]) {
          return false;
        }
      }
      return true;
    });
  }

  const Program& program_;
  std::unordered_set<Value> nodes_;
  /// For each relation and column, true if the column may hold other values than names of nodes.
  std::vector<std::vector<bool>> other_;
};

/// The variables and constants that the comparisons of a rule require to be equal.
class Equals {
 public:
  explicit Equals(const Rule& rule) : parent_(rule.slot_count()) {
    std::iota(parent_.begin(), parent_.end(), Slot{0});
    constant_.assign(parent_.size(), std::nullopt);
    for (const Comparison& comparison : rule.comparisons) {
      const auto& left = comparison.left.steps;
      const auto& right = comparison.right.steps;
      if (comparison.op != Relop::equal || left.size() != 1 || right.size() != 1) continue;
      join(term(left[0]), term(right[0]));
    }
  }
  [[nodiscard]] bool same(const Term& one, const Term& other) const {
    const Term a = resolved(one);
    return a.kind != Term::Kind::wildcard && a == resolved(other);
  }
  /// Returns the location of the tuples with this first column. Returns a wildcard if the location
  /// is computed.
  [[nodiscard]] static Term place(const HeadTerm& head) {
    const auto& steps = head.expression.steps;
    return steps.size() == 1 && !head.aggregate ? term(steps[0]) : Term{};
  }

 private:
  static Term term(const Expression::Step& step) {
    const bool variable = step.op == Expression::Op::variable;
    return variable ? Term{Term::Kind::variable, step.slot, 0}
                    : Term{Term::Kind::constant, 0, step.value};
  }
  [[nodiscard]] Slot root(Slot slot) const {
    while (parent_[slot] != slot) slot = parent_[slot];
    return slot;
  }
  void join(const Term& one, const Term& other) {
    if (one.kind == Term::Kind::constant && other.kind == Term::Kind::constant) return;
    if (one.kind == Term::Kind::constant) return join(other, one);
    const Slot here = root(one.slot);
    if (other.kind == Term::Kind::constant) {
      constant_[here] = other.value;
      return;
    }
    const Slot there = root(other.slot);
    if (!constant_[there]) constant_[there] = constant_[here];
    parent_[here] = there;
  }
  [[nodiscard]] Term resolved(const Term& one) const {
    if (one.kind != Term::Kind::variable) return one;
    const Slot slot = root(one.slot);
    return constant_[slot] ? Term{Term::Kind::constant, 0, *constant_[slot]}
                           : Term{Term::Kind::variable, slot, 0};
  }

  std::vector<Slot> parent_;
  /// For each root of the union-find, the constant that its variables must equal, or
  /// nullopt.
  std::vector<std::optional<Value>> constant_;
};

class RemoteRules {
 public:
  RemoteRules(const Program& program, Report& report)
      : program_(program),
        report_(report),
        rules_(rules_by_head(program)),
        columns_(program, true),
        nodes_(program),
        judged_(program, rules_),
        feeds_messages_(relations_feeding_messages(program, rules_)) {}

  void check(const Rule& rule) const {
    if (rule.observes || rule.made) return;
    if (rule.kind == RuleKind::deductive && !program_.relation(rule.head).feeds_protocol) return;
    const Equals equals(rule);
    const bool observer = is_read_by_verdict_only(rule.head);
    if (!observer) {
      for (const Literal& literal : rule.positive) check_read(rule, literal, equals);
      for (const Literal& literal : rule.negative) check_read(rule, literal, equals);
    }
    if (observer && observes_several_nodes(rule, equals)) return;
    check_write(rule, equals, observer);
  }

 private:
  [[nodiscard]] bool is_read_by_verdict_only(RelationId relation) const {
    return judged_.depends_on(relation) && !feeds_messages_[relation.index()];
  }

  /// Warns if the literal reads another node's memory. The first column of a literal counts as its
  /// node. In deductive rules, only columns known to hold nodes count.
  void check_read(const Rule& rule, const Literal& literal, const Equals& equals) const {
    const RelationId r = literal.relation;
    if (program_.relation(r).selection_of.value_or(r) == program_.timeless) return;
    if (equals.same(literal.arguments.front(), rule.location)) return;
    if (program_.relation(r).columns[0] != ColumnType::string) return;
    if (rule.kind == RuleKind::deductive && !columns_.contains(r, 0)) return;
    if (report_.warnings_full()) return;
    report_.warning(
        Code::remote_read, argument_range(program_.sources, literal.where, 0),
        fmt::format(
            "this rule reads the memory of another node: `{}` may be at another node than the rule",
            program_.relation(r).name),
        {"a protocol learns about other nodes only by messages (`@async`)"});
  }

  /// Returns true if no rule changes the relation: it has only facts, and perhaps rules that copy
  /// them to the next tick.
  [[nodiscard]] bool is_configuration(RelationId relation) const {
    return !program_.built_in(relation) &&
           std::ranges::all_of(rules_[relation.index()],
                               [](const Rule* rule) { return rule->made || copies_table(*rule); });
  }

  /// Returns true if a rule that derives tuples of another node is not a mistake, because it
  /// observes several nodes. This is so if post does not need the derived tuples, or if the rule
  /// also reads state of that node.
  [[nodiscard]] bool observes_several_nodes(const Rule& rule, const Equals& equals) const {
    if (!judged_.is_helped_by(rule.head)) return true;
    const Term to = Equals::place(rule.head_terms.front());
    const auto is_there = [&](const Literal& literal) {
      return literal.relation != program_.timeless && equals.same(literal.arguments.front(), to);
    };
    return std::ranges::any_of(rule.positive,
                               [&](const Literal& literal) {
                                 return is_there(literal) && !is_configuration(literal.relation);
                               }) ||
           std::ranges::any_of(rule.negative, [&](const Literal& literal) {
             return is_there(literal) && program_.built_in(literal.relation);
           });
  }

  [[nodiscard]] bool is_located(const Rule& rule, bool observer) const {
    if (program_.relation(rule.head).columns[0] != ColumnType::string) return false;
    if (nodes_.contains(rule.head, 0)) return true;
    return !observer && (rule.kind == RuleKind::inductive || columns_.contains(rule.head, 0));
  }

  void check_write(const Rule& rule, const Equals& equals, bool observer) const {
    if (rule.kind == RuleKind::async || !is_located(rule, observer)) return;
    if (equals.same(Equals::place(rule.head_terms.front()), rule.location)) return;
    if (report_.warnings_full()) return;
    report_.warning(
        Code::remote_write, argument_range(program_.sources, rule.where, 0),
        fmt::format("this rule writes into the memory of another node: `{}` may be another node "
                    "than that of the rule",
                    program_.relation(rule.head).name),
        {"only a message brings a tuple to another node: write `@async` after the head"});
  }

  const Program& program_;
  Report& report_;
  RulesOf rules_;
  LocationColumns columns_;
  NodeColumns nodes_;
  Judged judged_;
  std::vector<bool> feeds_messages_;  ///< for each relation, true if some message depends on it
};

}  // namespace

void warn_remote(const Program& program, Report& report) {
  const RemoteRules rules(program, report);
  for (const Rule& rule : program.rules) rules.check(rule);
}

}  // namespace ldfi::dedalus
