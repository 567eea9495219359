#include "common/dedalus/language/storage.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace ldfi::dedalus {
namespace {

/// Returns true if the arguments of `literal` are the variables of the head, in the same order, and
/// all of them are different.
bool copies_head(const Rule& rule, const Literal& literal) {
  if (literal.relation != rule.head || literal.at) return false;
  std::set<Slot> seen;
  for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
    const Term& term = literal.arguments[i];
    const auto& steps = rule.head_terms[i].expression.steps;
    if (term.kind != Term::Kind::variable || steps.size() != 1 ||
        steps[0].op != Expression::Op::variable || steps[0].slot != term.slot ||
        !seen.insert(term.slot).second) {
      return false;
    }
  }
  return true;
}

Rule keep(const Program& program, RelationId relation, SourceRange where) {
  Rule rule = copy_of(program, relation, where);
  rule.carrier = Carrier::keep;
  rule.text = fmt::format("{0}({1})@next :- {0}({1}), not written;",
                          program.relation(relation).name, fmt::join(rule.slot_names, ", "));
  return rule;
}

}  // namespace

Rule copy_of(const Program& program, RelationId relation, SourceRange where) {
  Rule rule;
  rule.kind = RuleKind::inductive;
  rule.made = true;
  rule.head = relation;
  rule.where = where;
  Literal body{relation, {}, std::nullopt, where};
  for (std::size_t i = 0; i < program.relation(relation).arity(); ++i) {
    const auto slot = static_cast<Slot>(i);
    const ColumnType type = program.relation(relation).columns[i];
    rule.slot_names.push_back(fmt::format("X{}", i));
    body.arguments.push_back({Term::Kind::variable, slot, 0});
    rule.head_terms.push_back({std::nullopt, {{{Expression::Op::variable, slot, 0, where}}, type}});
  }
  rule.location = body.arguments.front();
  rule.positive.push_back(std::move(body));
  return rule;
}

bool copies_table(const Rule& rule) {
  return rule.kind == RuleKind::inductive && rule.carrier != Carrier::keep &&
         rule.positive.size() == 1 && rule.negative.empty() && rule.comparisons.empty() &&
         copies_head(rule, rule.positive.front());
}

/// Returns true if each argument of `literal` equals that of the head.
bool equals_head(const Rule& rule, const Literal& literal) {
  if (literal.relation != rule.head || literal.at) return false;
  for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
    const Term& term = literal.arguments[i];
    const auto& steps = rule.head_terms[i].expression.steps;
    if (steps.size() != 1 || rule.head_terms[i].aggregate) return false;
    const bool same = term.kind == Term::Kind::variable
                          ? steps[0].op == Expression::Op::variable && steps[0].slot == term.slot
                          : term.kind == Term::Kind::constant &&
                                steps[0].op == Expression::Op::constant &&
                                steps[0].value == term.value;
    if (!same) return false;
  }
  return true;
}

bool keeps(const Rule& rule) {
  const auto equals = [&](const Literal& literal) { return equals_head(rule, literal); };
  return rule.kind == RuleKind::inductive &&
         std::any_of(rule.positive.begin(), rule.positive.end(), equals);
}

void mark_persisted(Program& program) {
  for (const Rule& rule : program.rules) {
    const auto copies = [&](const Literal& literal) { return copies_head(rule, literal); };
    if (rule.kind != RuleKind::inductive || rule.observes) continue;
    if (std::any_of(rule.positive.begin(), rule.positive.end(), copies)) {
      program.relations[rule.head.index()].persisted = true;
    }
  }
}

void place_storage(Program& program, const std::vector<bool>& declared) {
  enum class Heads { none, copies, others };
  std::vector<Heads> heads(program.relations.size(), Heads::none);
  std::vector<bool> copied(program.relations.size());
  for (const Rule& rule : program.rules) {
    Heads& known = heads[rule.head.index()];
    const bool copies = copies_table(rule);
    if (copies) copied[rule.head.index()] = true;
    known = copies && known != Heads::others ? Heads::copies : Heads::others;
  }
  for (std::size_t r = 0; r < heads.size(); ++r) {
    Relation& relation = program.relations[r];
    if (!declared[r]) relation.stable = heads[r] == Heads::copies && !relation.observed;
  }
  for (Rule& rule : program.rules) {
    if (rule.kind != RuleKind::inductive || !program.relation(rule.head).stable) continue;
    rule.carrier = copies_table(rule) ? Carrier::copy : Carrier::write;
  }
  for (std::size_t r = 0; r < heads.size(); ++r) {
    const Relation& relation = program.relations[r];
    if (!relation.stable || copied[r] || relation.columns[0] != ColumnType::string) continue;
    const auto first = std::find_if(program.rules.begin(), program.rules.end(),
                                    [&](const Rule& rule) { return rule.head.index() == r; });
    const SourceRange where = first != program.rules.end() ? first->where : SourceRange{};
    program.rules.push_back(keep(program, RelationId(r), where));
  }
  if (!program.built_in(FaultRelation::ioerror)) return;
  for (const std::string& name : stored_relations(program)) program.symbols.intern(name);
}

void keep_while_paused(Program& program) {
  if (!program.built_in(FaultRelation::standing)) return;
  // For each relation, true if it has facts, or if an `@next` or `@async` rule derives it.
  std::vector<bool> handed_on(program.relations.size());
  std::vector<bool> stays(program.relations.size());
  std::vector<SourceRange> where(program.relations.size());
  for (const GivenFact& fact : program.facts) {
    handed_on[fact.relation.index()] = true;
    where[fact.relation.index()] = fact.where;
  }
  for (Rule& rule : program.rules) {
    if (rule.kind == RuleKind::deductive || rule.made || rule.observes) continue;
    handed_on[rule.head.index()] = true;
    where[rule.head.index()] = rule.where;
    if (rule.carrier != Carrier::memory || !copies_table(rule)) continue;
    rule.carrier = Carrier::stay;
    stays[rule.head.index()] = true;
  }
  for (std::size_t r = 0; r < handed_on.size(); ++r) {
    const Relation& relation = program.relations[r];
    if (!handed_on[r] || stays[r] || relation.stable || relation.observed) continue;
    if (relation.columns[0] != ColumnType::string) continue;
    Rule rule = copy_of(program, RelationId(r), where[r]);
    rule.carrier = Carrier::stand;
    rule.text = fmt::format("{0}({1})@next :- {0}({1}), paused({2});", relation.name,
                            fmt::join(rule.slot_names, ", "), rule.slot_names[0]);
    rule.positive.push_back(
        {*program.built_in(FaultRelation::standing), {rule.location}, std::nullopt, rule.where});
    program.rules.push_back(std::move(rule));
  }
}

std::vector<std::string> buffered_relations(const Program& program) {
  std::vector<std::string> out;
  for (const Relation& relation : program.relations) {
    if (relation.disk_of) out.push_back(program.stored_name(relation));
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> stored_relations(const Program& program) {
  std::vector<std::string> out;
  for (const Relation& relation : program.relations) {
    const bool at_nodes = relation.columns[0] == ColumnType::string;
    if (relation.stable && at_nodes) out.push_back(program.stored_name(relation));
  }
  std::sort(out.begin(), out.end());
  return out;
}

}  // namespace ldfi::dedalus
