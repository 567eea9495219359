// Finds the reason why no rule derives a tuple. Joins the body of each rule literal by literal, with the
// constants of the goal bound. The reason is the literal at which the join that came furthest fails.
#include "results/views/lineage/why_not.hpp"

#include <fmt/core.h>

#include <optional>

#include "common/base/text.hpp"
#include "common/dedalus/eval/network.hpp"
#include "common/dedalus/language/arithmetic.hpp"

namespace ldfi::results {
namespace {

using dedalus::Literal;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Term;
using dedalus::Value;
using provenance::Goal;

/// The part of a rule that prevents it from firing. The later the enumerator, the nearer the rule came to
/// firing.
enum class Stuck : std::uint8_t { head, premise, negation, comparison, lost };

struct Reason {
  Stuck stuck = Stuck::head;
  std::size_t premises = 0;  ///< number of premises that held
  std::string text;
  std::vector<Fact> blockers{};  ///< tuples that make a negated premise of the rule false
};

class RuleCheck {
 public:
  RuleCheck(const Subject& subject, const Rerun& execution, const Goal& goal, const Rule& rule)
      : program_(subject.program()),
        fspec_(subject.fspec()),
        execution_(execution),
        goal_(goal),
        rule_(rule),
        at_(goal.at.tick() - (rule.kind == RuleKind::deductive ? 0 : 1)),
        binding_(rule.slot_count()) {}

  Reason run() {
    if (at_.tick() < 1) return {Stuck::head, 0, "nothing comes before tick 1"};
    if (!bind_head()) return {};
    join(0);
    return best_;
  }

 private:
  using Binding = std::vector<std::optional<Value>>;

  bool bind_head() {
    for (std::size_t c = 0; c < goal_.tuple.size(); ++c) {
      if ((goal_.wildcards >> c & 1U) != 0) continue;
      const dedalus::HeadTerm& term = rule_.head_terms[c];
      if (term.aggregate || term.expression.steps.size() != 1) continue;
      const auto& step = term.expression.steps[0];
      if (step.op == dedalus::Expression::Op::constant) {
        if (step.value != goal_.tuple[c]) return false;
      } else {
        binding_[step.slot] = goal_.tuple[c];
      }
    }
    return true;
  }

  [[nodiscard]] std::optional<Value> value(const Term& term) const {
    if (term.kind == Term::Kind::constant) return term.value;
    return term.kind == Term::Kind::variable ? binding_[term.slot] : std::nullopt;
  }

  [[nodiscard]] std::string text(const Literal& literal) const {
    const dedalus::Relation& relation = program_.relation(literal.relation);
    std::string out = relation.name + "(";
    for (std::size_t c = 0; c < literal.arguments.size(); ++c) {
      const auto bound = value(literal.arguments[c]);
      if (c > 0) out += ",";
      if (!bound) {
        // A variable that occurs twice in the literal is shown by its name, because both columns must be
        // equal.
        const auto same =
            std::count(literal.arguments.begin(), literal.arguments.end(), literal.arguments[c]);
        const bool named = literal.arguments[c].kind == Term::Kind::variable && same > 1;
        out += named ? rule_.slot_names[literal.arguments[c].slot] : "_";
      } else if (relation.columns[c] == dedalus::ColumnType::integer) {
        out += std::to_string(*bound);
      } else {
        out += word_or_quoted(program_.symbols.text(*bound));
      }
    }
    return fmt::format("{})@{}", out, literal.at.value_or(at_).tick());
  }

  void note(Stuck stuck, std::size_t premises, std::string text, std::vector<Fact> blockers = {}) {
    const bool nearer =
        best_.text.empty() || std::pair(stuck, premises) > std::pair(best_.stuck, best_.premises);
    if (nearer) best_ = {stuck, premises, std::move(text), std::move(blockers)};
  }

  /// Returns the tuples that hold and make a negated premise false.
  [[nodiscard]] std::vector<Fact> blockers(const Literal& literal) const {
    std::vector<Fact> out;
    const Time at = literal.at.value_or(at_);
    for (const auto& tuple : execution_.model->tuples(literal.relation, at)) {
      if (agrees(literal, tuple)) out.push_back({literal.relation, tuple, at});
    }
    return out;
  }

  [[nodiscard]] bool agrees(const Literal& literal, const eval::Tuple& tuple) const {
    for (std::size_t c = 0; c < tuple.size(); ++c) {
      const auto bound = value(literal.arguments[c]);
      if (bound && *bound != tuple[c]) return false;
    }
    return true;
  }

  void join(std::size_t step) {
    if (step == rule_.positive.size()) return rest();
    const Literal& literal = rule_.positive[step];
    bool any = false;
    for (const auto& tuple : execution_.model->tuples(literal.relation, literal.at.value_or(at_))) {
      if (++looked_at_ > most) return;
      if (!agrees(literal, tuple)) continue;
      const Binding before = binding_;
      bool same = true;  // all occurrences of a variable have the same value
      for (std::size_t c = 0; c < tuple.size(); ++c) {
        const Term& term = literal.arguments[c];
        if (term.kind != Term::Kind::variable) continue;
        if (binding_[term.slot] && *binding_[term.slot] != tuple[c]) same = false;
        binding_[term.slot] = tuple[c];
      }
      any = any || same;
      if (same) join(step + 1);
      binding_ = before;
    }
    if (!any) note(Stuck::premise, step, fmt::format("{} does not hold", text(literal)));
  }

  /// Checks the literals other than positive premises. Called if all positive premises hold.
  void rest() {
    const std::size_t premises = rule_.positive.size();
    for (const Literal& literal : rule_.negative) {
      std::vector<Fact> found = blockers(literal);
      if (found.empty()) continue;
      return note(Stuck::negation, premises, fmt::format("{} holds", text(literal)),
                  std::move(found));
    }
    std::vector<Value> values;
    for (const auto& slot : binding_) values.push_back(slot.value_or(0));
    dedalus::ArithmeticFault fault;
    for (const dedalus::Comparison& comparison : rule_.comparisons) {
      if (!dedalus::holds(comparison, values.data(), fault).value_or(false)) {
        return note(Stuck::comparison, premises, "a comparison fails");
      }
    }
    channel(values, premises);
  }

  void channel(const std::vector<Value>& values, std::size_t premises) {
    const bool at_node =
        !rule_.observes && program_.relation(rule_.positive.front().relation).columns.front() ==
                               dedalus::ColumnType::string;
    if (rule_.kind == RuleKind::deductive || !at_node) {
      return note(
          Stuck::comparison, premises,
          rule_.has_aggregate ? "the aggregate has another value" : "it derives other values");
    }
    const Term& place = rule_.location;
    const Value from = place.kind == Term::Kind::variable ? values[place.slot] : place.value;
    eval::Network network(program_, fspec_);
    network.start(execution_.faults);
    network.at(at_.tick());
    const std::string node = word_or_quoted(program_.symbols.text(from));
    if (rule_.kind == RuleKind::inductive) {
      if (network.alive(from, rule_)) {
        return note(Stuck::comparison, premises, "it derives other values");
      }
      return note(Stuck::lost, premises,
                  stopped(node, network, fspec_.find(program_.symbols.text(from)).value()));
    }
    const auto receiver = rule_.head_terms[0].expression;
    dedalus::ArithmeticFault fault;
    const auto to = dedalus::evaluate(receiver, values.data(), fault);
    const RelationId message = program_.message_of(rule_);
    if (to && !network.delivers(from, *to, message)) {
      const auto late = late_by(from, *to, network.late_apart(message));
      note(Stuck::lost, premises,
           late ? fmt::format("the message that {} sends at {} arrives {} tick{} late", node,
                              at_.tick(), *late, *late == 1 ? "" : "s")
                : fmt::format("the message that {} sends at {} is lost", node, at_.tick()));
    }
  }

  /// Returns the number of ticks by which a message between the nodes is late, or nullopt if it is not late.
  [[nodiscard]] std::optional<int> late_by(Value from, Value to, NamedId relation) const {
    const Channel channel{fspec_.find(program_.symbols.text(from)).value_or(NodeId()),
                          fspec_.find(program_.symbols.text(to)).value_or(NodeId()), at_,
                          from == to ? ChannelKind::itself : ChannelKind::message, relation};
    for (const Delay& delay : execution_.faults.all<Delay>()) {
      if (delay.loses(channel)) return delay.late;
    }
    return std::nullopt;
  }

  /// Returns the reason why an `@next` rule does not carry its head to the next tick at this node.
  [[nodiscard]] std::string stopped(const std::string& node, const eval::Network& network,
                                    NodeId id) const {
    if (rule_.carrier != dedalus::Carrier::keep && network.paused(id)) {
      return fmt::format("{} is paused", node);
    }
    const std::string& relation = program_.stored_name(program_.relation(rule_.head));
    const bool fails = fspec_.find_stored(relation).has_value();
    const auto dead = std::ranges::any_of(execution_.faults, [&](const Fault& fault) {
      const auto* disk = std::get_if<DeadDisk>(&fault);
      return disk != nullptr && disk->node == id && disk->is_dead(at_) &&
             fspec_.name(disk->relation) == relation;
    });
    const bool of_disk = rule_.carrier == dedalus::Carrier::keep ||
                         rule_.carrier == dedalus::Carrier::copy ||
                         rule_.carrier == dedalus::Carrier::write;
    if (of_disk && dead) return fmt::format("the disk of {} at {} is dead", relation, node);
    switch (rule_.carrier) {
      case dedalus::Carrier::keep:
        return fails ? fmt::format("{} writes {}", node, relation)
                     : fmt::format("{} is not down{}", node,
                                   fspec_.limits().most.of<Pause>() > 0 ? " or paused" : "");
      case dedalus::Carrier::write:
        if (!network.gone(id)) return fmt::format("writes of {} at {} fail", relation, node);
        break;
      case dedalus::Carrier::memory:
      case dedalus::Carrier::stay:
      case dedalus::Carrier::stand:
      case dedalus::Carrier::copy:
      case dedalus::Carrier::load:
      case dedalus::Carrier::depart:
      case dedalus::Carrier::travel:
      case dedalus::Carrier::arrive:
        break;
    }
    return fmt::format("{} is down", node);
  }

  static constexpr std::size_t most = 100'000;  // most tuples that are tried for each rule

  const dedalus::Program& program_;
  const Fspec& fspec_;
  const Rerun& execution_;
  const Goal& goal_;
  const Rule& rule_;
  Time at_;
  Binding binding_;
  std::size_t looked_at_ = 0;
  Reason best_;
};

/// Returns true if the node of the tuple is paused at the tick before.
bool was_paused(const Subject& subject, const Rerun& execution, const Goal& absent) {
  if ((absent.wildcards & 1U) != 0 || absent.at.tick() < 2) return false;
  const auto node = subject.fspec().find(subject.program().symbols.text(absent.tuple[0]));
  return node && execution.faults.state_of(*node, Time(absent.at.tick() - 1)) == NodeState::paused;
}

/// Returns the reason why a fact about faults does not hold, from its row.
std::string about_faults(const dedalus::Program& program, const FaultRelationRow& row,
                         const Goal& goal) {
  const auto named = [&](std::size_t column, const char* any) {
    return (goal.wildcards >> column & 1U) != 0
               ? any
               : word_or_quoted(program.symbols.text(goal.tuple[column]));
  };
  const std::size_t of = row.receiver ? 2 : 1;
  const bool has_of = row.relation && (!row.receiver || program.late_by_relation());
  const bool knows_of = has_of && (goal.wildcards >> of & 1U) == 0;
  const bool anywhere = (goal.wildcards & 1U) != 0 && !row.absent_anywhere.empty();
  return fmt::format(
      fmt::runtime(anywhere ? row.absent_anywhere : row.absent),
      fmt::arg("node", named(0, "any node")),
      fmt::arg("to", row.receiver ? named(1, "another") : std::string()),
      fmt::arg("of", has_of ? named(of, "anything") : std::string()),
      fmt::arg("of_relation", knows_of ? " of " + named(of, "") : std::string()),
      fmt::arg("at", goal.at.tick()), fmt::arg("before", goal.at.tick() - 1),
      fmt::arg("tuple", program.tuple_text(goal.relation, goal.tuple.data(), goal.wildcards)));
}

std::string about_crash(const dedalus::Program& program, const Goal& goal) {
  const bool any = goal.tuple.size() < 2 || (goal.wildcards >> 1U & 1U) != 0;
  return any ? "nobody crashes"
             : fmt::format("{} does not crash",
                           word_or_quoted(program.symbols.text(goal.tuple[1])));
}

/// Returns the reason why a tuple that only a fault makes hold does not hold. Empty for other tuples.
std::string about_built_in(const Subject& subject, const Goal& absent) {
  const dedalus::Program& program = subject.program();
  if (program.timeless == absent.relation) return about_crash(program, absent);
  const FaultRelationRow* row = program.fault_relation(absent.relation);
  if (row != nullptr) return about_faults(program, *row, absent);
  return "";
}

}  // namespace

WhyNot why_not(const Subject& subject, const Rerun& execution, const Goal& absent) {
  if (std::string text = about_built_in(subject, absent); !text.empty()) return {std::move(text)};
  Reason best;
  std::optional<RuleId> nearest;
  bool any = false;
  for (const Rule& rule : subject.program().rules) {
    if (rule.head != absent.relation) continue;
    any = true;
    if (rule.carrier == dedalus::Carrier::stand && !was_paused(subject, execution, absent))
      continue;
    Reason reason = RuleCheck(subject, execution, absent, rule).run();
    const bool nearer = best.text.empty() || std::pair(reason.stuck, reason.premises) >
                                                 std::pair(best.stuck, best.premises);
    if (reason.text.empty() || !nearer) continue;
    best = std::move(reason);
    nearest = RuleId(static_cast<std::size_t>(&rule - subject.program().rules.data()));
  }
  if (!any) return {"no rule derives it"};
  if (best.text.empty()) return {"no rule can derive it"};
  if (best.blockers.empty()) return {std::move(best.text)};
  return {std::move(best.text), nearest, std::move(best.blockers)};
}

}  // namespace ldfi::results
