// Translates `notin e(N, Z, Z)` with an unbound Z: no tuple of `e` may have the same value in
// columns 2 and 3. Wildcards cannot express this, because they are independent of each other. So a
// generated relation gets the tuples with equal values: `e[2=3](V1, V2, V2) :- e(V1, V2, V2)`. The
// literal becomes `notin e[2=3](N, _, _)`. Code that reads the checked program need not know about
// this.
#include <fmt/core.h>

#include "common/dedalus/language/lower.hpp"

namespace ldfi::dedalus {
namespace {

using TermKind = ast::Term::Kind;

/// Returns a number for each column of a negated literal. This is the number of the first column
/// with the same variable, if no positive literal binds the variable. Otherwise it is the column's
/// own number.
std::vector<std::size_t> equal_columns(const ast::Literal& literal, const Scope& scope) {
  std::unordered_map<std::string_view, std::size_t> first;
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < literal.arguments.size(); ++i) {
    const ast::Term& term = literal.arguments[i];
    const bool free = term.kind == TermKind::variable && !scope.find(term.text);
    out.push_back(free ? first.try_emplace(term.text, i).first->second : i);
  }
  return out;
}

/// Returns a text such as `[2=3]` or `[1=2=4,3=5]`, which names columns that must be equal. Empty
/// if there are none.
std::string selection_text(const std::vector<std::size_t>& equal_to) {
  std::string out;
  for (std::size_t i = 0; i < equal_to.size(); ++i) {
    if (equal_to[i] != i) continue;
    std::string group;
    for (std::size_t j = i + 1; j < equal_to.size(); ++j) {
      if (equal_to[j] == i) group += fmt::format("={}", j + 1);
    }
    if (!group.empty()) out += fmt::format("{}{}{}", out.empty() ? "[" : ",", i + 1, group);
  }
  return out.empty() ? out : out + "]";
}

}  // namespace

std::optional<RelationId> Lowering::read(const ast::Literal& literal, const Scope& scope) {
  if (observing_ && !read_event(literal)) return std::nullopt;
  const auto relation = vocabulary_.mention(literal.relation, literal.arguments.size(),
                                            literal.where, Vocabulary::Use::body);
  if (!relation || !literal.negated) return relation;
  const std::vector<std::size_t> equal_to = equal_columns(literal, scope);
  const std::string selection = selection_text(equal_to);
  if (selection.empty()) return relation;
  const auto [known, is_new] =
      selections_.try_emplace(std::string(literal.relation) + selection, *relation);
  if (is_new) known->second = select(literal, *relation, known->first, equal_to);
  return known->second;
}

RelationId Lowering::select(const ast::Literal& literal, RelationId from, const std::string& name,
                            const std::vector<std::size_t>& equal_to) {
  ast::Statement rule;
  rule.where = literal.where;
  rule.has_body = true;
  rule.head.relation = name;
  rule.head.where = literal.where;
  ast::Literal& body = rule.literals.emplace_back();
  body.relation = literal.relation;
  body.where = literal.where;
  std::string columns;
  for (std::size_t i = 0; i < equal_to.size(); ++i) {
    ast::Term term;
    term.kind = TermKind::variable;
    term.text = names_.emplace_back(fmt::format("V{}", equal_to[i] + 1));
    term.where = literal.arguments[i].where;
    columns += (i > 0 ? ", " : "") + std::string(term.text);
    body.arguments.push_back(term);
    rule.head.terms.push_back(
        {{}, {{{Expression::Op::variable, term, term.where}}, term.where}, term.where});
  }
  rule.text = names_.emplace_back(
      fmt::format("{}({}) :- {}({});", name, columns, literal.relation, columns));
  add_rule(rule);
  const auto relation =
      vocabulary_.mention(name, equal_to.size(), literal.where, Vocabulary::Use::body);
  program_.relations[relation.value().index()].selection_of = from;
  return relation.value();
}

}  // namespace ldfi::dedalus
