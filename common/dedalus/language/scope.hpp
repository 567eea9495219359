// The variables of one rule and their slots. A positive literal binds its variables, and
// comparisons and heads must use bound variables. A variable that occurs only in negated literals
// means "any value", which must be the same in all columns of one literal.
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
  /// Returns the slot of the next `_` in the positive literals, in source order. Requires that
  /// there is another `_`.
  Slot next_anonymous() { return anonymous_[used_anonymous_++]; }

  /// Returns the slot of a variable. If no positive literal binds the variable, reports an error,
  /// once for each rule and variable, and returns nullopt. `role` says in the message where the
  /// variable is used.
  std::optional<Slot> require(const ast::Term& variable, std::string_view role);
  /// Warns about variables that occur only in negated literals. Variables for which require()
  /// reported an error are left out.
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
