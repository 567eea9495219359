// The variables of one rule: which are bound, and their slots. A positive literal binds its
// variables; comparisons and heads must find theirs bound. A variable that only negated literals
// have means "any value", the same in all columns of one literal.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/dedalus/language/ast.hpp"
#include "common/dedalus/language/report.hpp"
#include "common/dedalus/language/types.hpp"

namespace ldfi::dedalus {

class Scope {
 public:
  Scope(const ast::Statement& statement, TypeSolver& types, Report& report);

  [[nodiscard]] std::optional<Slot> find(std::string_view variable) const;
  [[nodiscard]] TypeNode node(Slot slot) const { return first_node_ + slot; }
  [[nodiscard]] TypeNode first_node() const { return first_node_; }
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  /// The slot of the next `_` of the positive literals, in their order. Requires that there is one.
  Slot next_anonymous() { return anonymous_[used_anonymous_++]; }

  /// The slot; nothing, after reporting it, if the variable is unbound. Each unbound variable is
  /// reported once for a rule.
  std::optional<Slot> require(const ast::Term& variable, std::string_view role);
  /// Warns about the variables that only negated literals have, except those reported as unbound.
  void warn_negated(const ast::Statement& statement);

 private:
  void bind(const ast::Term& term);

  TypeSolver& types_;
  Report& report_;
  TypeNode first_node_ = 0;
  std::vector<std::string> names_;
  std::unordered_map<std::string_view, Slot> slots_;
  std::unordered_map<std::string_view, bool> reported_;
  std::vector<Slot> anonymous_;
  std::size_t used_anonymous_ = 0;
};

}  // namespace ldfi::dedalus
