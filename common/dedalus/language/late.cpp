// Adds rules for messages that arrive late or twice (docs/explanation/semantics.md: D and U). The
// relation m[late] holds the messages of m that have not arrived. Its last column is the number of
// ticks until they arrive. late(From, To, K) holds at the tick at which From sends a message that
// will arrive K ticks late:
//
//   m[late](To, …, K)@next :- …, late(From, To, K);      for every m(To, …)@async :- …;
//   m[late](To, …, 1)@next :- m[late](To, …, 2);         and so on: no fault stops it in transit
//   m(To, …)@next :- m[late](To, …, 1);
//
// If relations are delayed independently, the premise is late(From, To, "m", K).
//
// These rules do not remove the message that would arrive in time. The fault set loses it, like any
// lost message.
#include "common/dedalus/language/late.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <utility>

#include "common/dedalus/language/storage.hpp"

namespace ldfi::dedalus {
namespace {

Expression constant(int ticks, SourceRange where) {
  return {{{Expression::Op::constant, 0, ticks, where}}, ColumnType::integer};
}

/// Returns the rule that sends a message late. `sends` is the program's rule for the message.
Rule departure(const Program& program, const Rule& sends, RelationId under_way) {
  Rule out = sends;
  const auto ticks = static_cast<Slot>(sends.slot_count());
  const auto& to = sends.head_terms.front().expression.steps.front();
  const Term receiver = to.op == Expression::Op::constant ? Term{Term::Kind::constant, 0, to.value}
                                                          : Term{Term::Kind::variable, to.slot, 0};
  out.kind = RuleKind::inductive;
  out.carrier = Carrier::depart;
  out.made = true;
  out.head = under_way;
  out.slot_names.emplace_back("_");
  out.head_terms.push_back(
      {std::nullopt, {{{Expression::Op::variable, ticks, 0, sends.where}}, ColumnType::integer}});
  std::vector<Term> late{sends.location, receiver};
  if (program.late_by_relation()) {
    const std::string& name = program.relation(program.message_of(sends)).name;
    late.push_back({Term::Kind::constant, 0, program.symbols.find(name).value()});
  }
  late.push_back({Term::Kind::variable, ticks, 0});
  out.positive.push_back(
      {*program.built_in(FaultRelation::late), std::move(late), std::nullopt, sends.where});
  out.text = sends.text + " (late)";
  return out;
}

/// Returns the rule that passes a late message, which arrives in `ticks` ticks, to the next tick.
Rule step(const Program& program, RelationId under_way, int ticks, SourceRange where) {
  Rule out = copy_of(program, under_way, where);
  out.carrier = ticks == 1 ? Carrier::arrive : Carrier::travel;
  out.positive.front().arguments.back() = {Term::Kind::constant, 0, ticks};
  out.slot_names.pop_back();
  out.head_terms.pop_back();
  if (ticks == 1) {
    out.head = *program.relation(under_way).late_of;
  } else {
    out.head_terms.push_back({std::nullopt, constant(ticks - 1, where)});
  }
  out.text = fmt::format("{}({}), {} tick{} under way;",
                         program.relation(*program.relation(under_way).late_of).name,
                         fmt::join(out.slot_names, ", "), ticks, ticks == 1 ? "" : "s");
  return out;
}

}  // namespace

std::string late_relation_name(std::string_view message) {
  return fmt::format("{}[late]", message);
}

bool sends_messages(const Program& program, const Rule& rule) {
  const ColumnType from = program.relation(rule.positive.front().relation).columns.front();
  const ColumnType to = program.relation(rule.head).columns.front();
  return rule.kind == RuleKind::async && from == ColumnType::string && to == ColumnType::string;
}

void add_late_messages(Program& program, int latest) {
  if (!program.built_in(FaultRelation::late)) return;
  program.latest = latest;
  if (program.late_by_relation()) {
    for (const Rule& rule : program.rules) {
      if (sends_messages(program, rule))
        program.symbols.intern(program.relation(program.message_of(rule)).name);
    }
  }
  std::vector<Rule> made;
  std::vector<bool> done(program.relations.size());
  for (const Rule& rule : program.rules) {
    const auto under_way = program.find(late_relation_name(program.relation(rule.head).name));
    if (!under_way || !sends_messages(program, rule)) continue;
    made.push_back(departure(program, rule, *under_way));
    if (done[under_way->index()]) continue;
    done[under_way->index()] = true;
    for (int ticks = 1; ticks <= latest; ++ticks) {
      made.push_back(step(program, *under_way, ticks, rule.where));
    }
  }
  for (Rule& rule : made) program.rules.push_back(std::move(rule));
}

}  // namespace ldfi::dedalus
