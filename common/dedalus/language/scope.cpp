#include "common/dedalus/language/scope.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"

namespace ldfi::dedalus {

Scope::Scope(const ast::Statement& statement, TypeSolver& types, Report& report)
    : types_(types), report_(report) {
  for (const ast::Literal& literal : statement.literals) {
    if (literal.negated) continue;
    for (const ast::Term& term : literal.arguments) bind(term);
  }
}

void Scope::bind(const ast::Term& term) {
  const bool anonymous = term.kind == ast::Term::Kind::wildcard;
  if (!anonymous && term.kind != ast::Term::Kind::variable) return;
  const Slot slot = static_cast<Slot>(names_.size());
  if (anonymous) {
    anonymous_.push_back(slot);
  } else if (!slots_.emplace(term.text, slot).second) {
    return;
  }
  names_.emplace_back(term.text);
  const TypeNode node = types_.fresh();
  if (slot == 0) first_node_ = node;
}

std::optional<Slot> Scope::find(std::string_view variable) const {
  const auto it = slots_.find(variable);
  if (it == slots_.end()) return std::nullopt;
  return it->second;
}

std::optional<Slot> Scope::require(const ast::Term& variable, std::string_view role) {
  if (variable.kind == ast::Term::Kind::wildcard) {
    report_.error(Code::unbound, variable.where, fmt::format("`_` needs a value {}", role),
                  {"give the variable a name, and use it in a literal of the body"});
    return std::nullopt;
  }
  if (const auto slot = find(variable.text)) return slot;
  if (!reported_.emplace(variable.text, true).second) return std::nullopt;
  constexpr std::size_t max_known = 200;
  std::vector<std::string> known;
  for (const std::string& name : names_) {
    if (name == "_" || known.size() >= max_known || report_.errors_full()) continue;
    known.push_back(name);
  }
  const std::string guess = suggestion(variable.text, known);
  report_.error(
      Code::unbound, variable.where,
      fmt::format("`{}` has no value {}", beginning(variable.text), role),
      {did_you_mean(guess,
                    "a variable gets its value from a literal without `notin`; a string constant "
                    "needs double quotes",
                    NameForm::code)});
  return std::nullopt;
}

void Scope::warn_negated(const ast::Statement& statement) {
  for (const ast::Literal& literal : statement.literals) {
    if (!literal.negated) continue;
    for (const ast::Term& term : literal.arguments) {
      if (term.kind != ast::Term::Kind::variable || find(term.text)) continue;
      if (!reported_.emplace(term.text, true).second) continue;
      const auto again = std::count_if(
          literal.arguments.begin(), literal.arguments.end(),
          [&](const ast::Term& t) { return t.kind == term.kind && t.text == term.text; });
      const std::string name = beginning(term.text);
      report_.warning(
          Code::negated_variable, term.where,
          fmt::format("`{}` occurs in negated literals only: it means any value{}", name,
                      again > 1 ? ", the same in each of its columns here" : ""),
          {again > 1 ? "write `_` if they need not be equal, or use it in a literal without `notin`"
                     : "write `_` to say that, or use it in a literal without `notin`"});
    }
  }
}

}  // namespace ldfi::dedalus
