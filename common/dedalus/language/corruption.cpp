// Adds rules for a fault that damages data of a relation p on a disk. From the damage on, the
// damaged column of p holds `?`:
//
//   p(N, …, D)@next :- p(N, …, D), …, notin corrupted(N, "p");   for each rule that passes p on
//   p(N, …, "?")@next :- p(N, …, D), …, corrupted(N, "p");       where nobody detects damage
#include <fmt/core.h>

#include <algorithm>

#include "common/dedalus/language/storage.hpp"

namespace ldfi::dedalus {
namespace {

/// Returns the rule's head as text, with "?" in the column number `damaged`.
std::string head_text(const Program& program, const Rule& rule, std::size_t damaged) {
  std::string out = program.relation(rule.head).name;
  for (std::size_t i = 0; i < rule.head_terms.size(); ++i) {
    const auto& step = rule.head_terms[i].expression.steps[0];
    const bool integer = rule.head_terms[i].expression.type == ColumnType::integer;
    out += (i == 0 ? "(" : ", ") +
           (i == damaged                          ? "\"?\""
            : step.op == Expression::Op::variable ? rule.slot_names[step.slot]
            : integer                             ? std::to_string(step.value)
                      : fmt::format("\"{}\"", program.symbols.text(step.value)));
  }
  return out + ")@next";
}

/// Returns the variable or constant that is the rule's location as text.
std::string place_text(const Program& program, const Rule& rule) {
  return rule.location.kind == Term::Kind::variable
             ? rule.slot_names[rule.location.slot]
             : fmt::format("\"{}\"", program.symbols.text(rule.location.value));
}

/// Returns the body of the rule as text, without the `;` at its end.
std::string body_text(const Rule& rule) {
  const std::size_t begin = rule.text.find(":-");
  const std::size_t end = rule.text.find_last_not_of("; ");
  return begin == std::string::npos ? "" : rule.text.substr(begin, end + 1 - begin);
}

}  // namespace

bool has_data(const Relation& relation, std::uint32_t column) {
  return column >= 2 && column <= relation.columns.size() &&
         relation.columns[column - 1] == ColumnType::string;
}

void resolve_corruptions(Program& program, const Corruptions& wanted) {
  if (!program.built_in(FaultRelation::corrupted)) return;
  std::vector<std::string> names =
      wanted.relations.empty() ? stored_relations(program) : wanted.relations;
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  for (const std::string& name : names) {
    const auto id = program.find(name);
    if (!id) continue;
    const Relation& relation = program.relation(*id);
    const auto said = std::ranges::find(wanted.columns, name, &Corruptions::Column::relation);
    if (said == wanted.columns.end() && !wanted.columns.empty()) continue;
    const auto column = said != wanted.columns.end()
                            ? said->column
                            : static_cast<std::uint32_t>(relation.columns.size());
    if (wanted.detected || has_data(relation, column)) program.damaged.push_back({name, column});
  }
}

void read_damaged(Program& program, const Corruptions& wanted) {
  if (!program.built_in(FaultRelation::corrupted)) return;
  const Value mark = program.symbols.intern("?");
  const std::size_t written = program.rules.size();
  for (std::size_t r = 0; r < written; ++r) {
    if (program.rules[r].observes || !program.relation(program.rules[r].head).stable) continue;
    if (!keeps(program.rules[r])) continue;
    // A rule for `dur.p` with a second premise `sync` writes its tuple again, so the tuple is not
    // damaged.
    const bool disk = program.relation(program.rules[r].head).disk_of.has_value();
    if (disk && program.rules[r].positive.size() > 1) continue;
    const std::string name = program.stored_name(program.relation(program.rules[r].head));
    const auto it = std::ranges::find(program.damaged, name, &Corruptions::Column::relation);
    if (it == program.damaged.end()) continue;
    Rule& rule = program.rules[r];
    const Literal damage{*program.built_in(FaultRelation::corrupted),
                         {rule.location, {Term::Kind::constant, 0, program.symbols.intern(name)}},
                         std::nullopt,
                         rule.where};
    Rule other = rule;
    rule.negative.push_back(damage);
    if (wanted.detected) continue;
    other.made = true;
    other.positive.push_back(damage);
    const std::size_t data = it->column - 1;
    other.text = fmt::format("{} {}, corrupted({}, \"{}\");", head_text(program, rule, data),
                             body_text(rule), place_text(program, rule), name);
    other.head_terms[data].expression.steps = {{Expression::Op::constant, 0, mark, rule.where}};
    program.rules.push_back(std::move(other));
  }
  for (const auto& [name, column] : program.damaged) program.symbols.intern(name);
}

}  // namespace ldfi::dedalus
