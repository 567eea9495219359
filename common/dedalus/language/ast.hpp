// The syntax tree of one statement as written. Names are views into the source text, and are not
// resolved to relations or variables yet.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus::ast {

struct Term {
  enum class Kind : std::uint8_t { variable, wildcard, string, integer };
  Kind kind = Kind::wildcard;
  std::string_view text;  ///< name of the variable, or the string with its quotes
  Value integer = 0;
  SourceRange where;
};

/// One step of an expression in postfix order, as in dedalus::Expression. If `op` is Op::variable,
/// `operand` may be a variable, a constant or a wildcard. Otherwise `operand` has no meaning.
struct Step {
  Expression::Op op = Expression::Op::variable;
  Term operand;
  SourceRange where;
};

struct Expr {
  std::vector<Step> steps;
  SourceRange where;  ///< place of the first token of the expression
  /// Returns the term if the expression is a single term; nullptr if it has operators.
  [[nodiscard]] const Term* term() const { return steps.size() == 1 ? &steps[0].operand : nullptr; }
};

struct HeadTerm {
  std::optional<AggregateKind> aggregate;
  Expr expression;
  SourceRange where;
};

/// The annotation after the `@` of a head or literal: `@next`, `@async` or a tick.
struct Annotation {
  enum class Kind : std::uint8_t { none, next, async, tick };
  Kind kind = Kind::none;
  Value tick = 0;
  SourceRange where;  ///< place of the word after the `@`
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

/// A relation in a storage statement, such as `stable p, q;`, `buffered p;` or `volatile p;`.
struct Stored {
  std::string_view relation;
  std::string_view how;  ///< first word of the statement, such as `stable`
  SourceRange where;
};

/// A statement `spec NAME SEVERITY WHEN [explains PARENT] ["TEXT"];` as written, not yet checked.
struct Specification {
  std::string_view name;
  SourceRange where;  ///< place of the name in the source
  std::string_view severity;
  SourceRange severity_where;
  std::string_view when;
  SourceRange when_where;
  Value after = 0;  ///< tick after the word `after`; only if `when` is that word
  /// Name after the word `explains`; empty if there is none.
  std::string_view parent;
  SourceRange parent_where;
  std::string_view text;  ///< text of the specification, with its quotes; empty if there is none
};

/// A fact, a rule, a storage statement or a specification. A fact has no body. `head@T :- …` has no
/// meaning, but the parser accepts it, so that a later step can report it.
struct Statement {
  Head head;
  bool has_body = false;
  std::vector<Literal> literals;
  std::vector<Comparison> comparisons;
  /// The relations of a storage statement; otherwise empty. Such a statement uses no other members.
  std::vector<Stored> stored;
  /// The specification, if this is a `spec` statement. Such a statement uses no other members.
  std::optional<Specification> specification;
  SourceRange where;
  std::string_view text;  ///< source text from the first token to the `;`
};

}  // namespace ldfi::dedalus::ast
