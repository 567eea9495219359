// Adds rules that detect whether a message overtakes an earlier message of its channel
// (docs/explanation/semantics.md: order). For each channel, the rules record in how many ticks the
// messages on their way will arrive:
//
//   sending(From, To) :- …;                                       for every m(To, …)@async :- …;
//   in_time(To, From)@async :- sending(From, To);
//   newest(To, From, K)@next :- sending(From, To), late(From, To, K);
//   older(To, From, K-1)@next :- newest(To, From, K);             for each K from 2 on
//   older(To, From, K-1)@next :- older(To, From, K);
//   overtaken(To, From) :- older(To, From, _), in_time(To, From);
//   overtaken(To, From) :- older(To, From, K), newest(To, From, J), J < K;
//
// If relations are delayed independently, `sending` and `late` have the relation's name as an
// additional third column. Each relation then has its own `in_time` rule.
//
// `in_time` and `newest` concern messages that were sent at the previous tick, and `older` concerns
// messages that were sent before. Messages that arrive at the same tick do not overtake each other.
#include "common/dedalus/language/fifo.hpp"

#include <fmt/core.h>

#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "common/dedalus/language/late.hpp"

namespace ldfi::dedalus {
namespace {

Term variable(Slot slot) {
  return {Term::Kind::variable, slot, 0};
}

Expression read(Slot slot, ColumnType type, SourceRange where) {
  return {{{Expression::Op::variable, slot, 0, where}}, type};
}

/// Makes the rules listed above. Their variables stand for nodes and numbers of ticks.
class FifoRules {
 public:
  FifoRules(Program& program, SourceRange where) : program_(program), where_(where) {}

  void add_sending(const Rule& sends) {
    Rule out = sends;
    out.kind = RuleKind::deductive;
    out.made = true;
    out.has_aggregate = false;
    out.head = found(sending_name);
    const Expression::Step from{sends.location.kind == Term::Kind::constant
                                    ? Expression::Op::constant
                                    : Expression::Op::variable,
                                sends.location.slot, sends.location.value, sends.where};
    out.head_terms = {{std::nullopt, {{from}, ColumnType::string}}, sends.head_terms.front()};
    if (program_.late_by_relation()) {
      const Term name = name_of(program_.message_of(sends));
      const Expression::Step told{Expression::Op::constant, 0, name.value, sends.where};
      out.head_terms.push_back({std::nullopt, {{told}, ColumnType::string}});
    }
    out.text = sends.text + " (order)";
    program_.rules.push_back(std::move(out));
  }

  /// Adds all rules except those for `sending`. `messages` are the relations that nodes send to
  /// each other.
  void add_others(int latest, const std::set<RelationId>& messages) {
    if (!program_.late_by_relation()) in_time({});
    for (const RelationId message : messages) {
      if (program_.late_by_relation()) in_time(message);
    }
    newest();
    for (int ticks = 2; ticks <= latest; ++ticks) {
      one_tick_later(newest_name, ticks);
      one_tick_later(older_name, ticks);
    }
    overtaken(in_time_name);
    overtaken(newest_name);
  }

 private:
  static constexpr Slot first = 0;
  static constexpr Slot second = 1;
  static constexpr Slot ticks_slot = 2;
  static constexpr Slot fewer_slot = 3;
  static constexpr Slot relation_slot = 3;

  [[nodiscard]] RelationId found(std::string_view name) const {
    return program_.find(name).value();
  }
  [[nodiscard]] Literal literal(std::string_view name, std::vector<Term> arguments) const {
    return {found(name), std::move(arguments), std::nullopt, where_};
  }

  Rule begin(RuleKind kind, std::string_view head, Slot one, Slot other) {
    Rule out;
    out.kind = kind;
    out.carrier = kind == RuleKind::inductive ? Carrier::travel : Carrier::memory;
    out.made = true;
    out.head = found(head);
    out.head_terms = {{std::nullopt, read(one, ColumnType::string, where_)},
                      {std::nullopt, read(other, ColumnType::string, where_)}};
    out.slot_names = {"A", "B"};
    out.location = variable(first);
    out.where = where_;
    out.text = fmt::format("{} (order)", head);
    return out;
  }

  [[nodiscard]] Term name_of(RelationId message) const {
    const std::string& name = program_.relation(message).name;
    return {Term::Kind::constant, 0, program_.symbols.find(name).value()};
  }

  void in_time(std::optional<RelationId> message) {
    Rule out = begin(RuleKind::async, in_time_name, second, first);
    out.positive = {literal(sending_name, {variable(first), variable(second)})};
    if (message) out.positive.front().arguments.push_back(name_of(*message));
    out.message = message;
    program_.rules.push_back(std::move(out));
  }

  void newest() {
    Rule out = begin(RuleKind::inductive, newest_name, second, first);
    out.slot_names.emplace_back("Ticks");
    out.head_terms.push_back({std::nullopt, read(ticks_slot, ColumnType::integer, where_)});
    out.positive = {literal(sending_name, {variable(first), variable(second)}),
                    literal(ldfi::name_of(FaultRelation::late),
                            {variable(first), variable(second), variable(ticks_slot)})};
    if (program_.late_by_relation()) {
      out.slot_names.emplace_back("Relation");
      std::vector<Term>& late = out.positive.back().arguments;
      late.insert(late.begin() + 2, variable(relation_slot));
      out.positive.front().arguments.push_back(variable(relation_slot));
    }
    program_.rules.push_back(std::move(out));
  }

  void one_tick_later(std::string_view of, int ticks) {
    Rule out = begin(RuleKind::inductive, older_name, first, second);
    out.positive = {
        literal(of, {variable(first), variable(second), {Term::Kind::constant, 0, ticks}})};
    out.head_terms.push_back(
        {std::nullopt, {{{Expression::Op::constant, 0, ticks - 1, where_}}, ColumnType::integer}});
    program_.rules.push_back(std::move(out));
  }

  void overtaken(std::string_view by) {
    const bool late = by == newest_name;
    Rule out = begin(RuleKind::deductive, overtaken_name, first, second);
    out.slot_names.emplace_back("Ticks");
    out.positive = {literal(older_name, {variable(first), variable(second), variable(ticks_slot)}),
                    literal(by, {variable(first), variable(second)})};
    if (late) {
      out.slot_names.emplace_back("Fewer");
      out.positive.back().arguments.push_back(variable(fewer_slot));
      out.comparisons.push_back({Relop::less, read(fewer_slot, ColumnType::integer, where_),
                                 read(ticks_slot, ColumnType::integer, where_), where_});
    }
    program_.rules.push_back(std::move(out));
  }

  Program& program_;
  SourceRange where_;
};

}  // namespace

void add_fifo(Program& program, int latest) {
  if (!program.overtaken) return;
  std::vector<Rule> sending;
  for (const Rule& rule : program.rules) {
    if (sends_messages(program, rule) && !program.relation(rule.head).observed)
      sending.push_back(rule);
  }
  if (sending.empty()) return;
  FifoRules rules(program, sending.front().where);
  std::set<RelationId> messages;
  for (const Rule& rule : sending) {
    rules.add_sending(rule);
    messages.insert(program.message_of(rule));
  }
  rules.add_others(latest, messages);
}

}  // namespace ldfi::dedalus
