// One statement as it is written: names are views into the source, and nothing is resolved.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus::ast {

struct Term {
  enum class Kind : std::uint8_t { variable, wildcard, string, integer };
  Kind kind = Kind::wildcard;
  std::string_view text;  ///< the name, or the string with its quotes
  Value integer = 0;
  SourceRange where;
};

/// A step in postfix order, as in dedalus::Expression; `operand` counts for Op::variable only, and
/// is any term.
struct Step {
  Expression::Op op = Expression::Op::variable;
  Term operand;
  SourceRange where;
};

struct Expr {
  std::vector<Step> steps;
  SourceRange where;  ///< of the first token
  /// The term, if the expression is nothing else; nullptr if there are operators.
  [[nodiscard]] const Term* term() const { return steps.size() == 1 ? &steps[0].operand : nullptr; }
};

struct HeadTerm {
  std::optional<AggregateKind> aggregate;
  Expr expression;
  SourceRange where;
};

/// What stands after an `@`.
struct Annotation {
  enum class Kind : std::uint8_t { none, next, async, tick };
  Kind kind = Kind::none;
  Value tick = 0;
  SourceRange where;  ///< the word after the `@`
};

struct Head {
  std::string_view relation;
  std::vector<HeadTerm> terms;
  Annotation annotation;
  SourceRange where;
};

struct Literal {
  std::string_view relation;
  std::vector<Term> arguments;
  bool negated = false;
  Annotation annotation;
  SourceRange where;
};

struct Comparison {
  Relop op = Relop::equal;
  Expr left;
  Expr right;
  SourceRange where;
};

/// A relation of `stable p, q;`, `buffered p;` or `volatile p;`.
struct Stored {
  std::string_view relation;
  std::string_view how;  ///< one of these words
  SourceRange where;
};

/// `spec NAME SEVERITY WHEN [explains PARENT] ["TEXT"];`, word for word.
struct Specification {
  std::string_view name;
  SourceRange where;  ///< of the name
  std::string_view severity;
  SourceRange severity_where;
  std::string_view when;
  SourceRange when_where;
  Value after = 0;          ///< if `when` is `after`
  std::string_view parent;  ///< may be empty
  SourceRange parent_where;
  std::string_view text;  ///< with its quotes; may be empty
};

/// A fact has no body. `head@T :- …` is an error of meaning, not of syntax.
struct Statement {
  Head head;
  bool has_body = false;
  std::vector<Literal> literals;
  std::vector<Comparison> comparisons;
  std::vector<Stored> stored;                  ///< not empty: the statement is nothing else
  std::optional<Specification> specification;  ///< the same
  SourceRange where;
  std::string_view text;  ///< from the first token to the `;`
};

}  // namespace ldfi::dedalus::ast
