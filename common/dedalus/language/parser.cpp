// A recursive descent parser. Only parentheses and unary minus recurse, at most max_depth levels
// deep.
#include "common/dedalus/language/parser.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/base/did_you_mean.hpp"
#include "common/base/text.hpp"

namespace ldfi::dedalus {
namespace {

using TermKind = ast::Term::Kind;

/// Returns the range from `first` to `last` if both are on one line. Otherwise returns the range of
/// `first`.
SourceRange span(const Token& first, const Token& last) {
  SourceRange out = first.where;
  if (last.where.line == first.where.line) {
    out.length = last.where.column + last.where.length - first.where.column;
  }
  return out;
}

}  // namespace

Parser::Parser(FileId file, std::string_view text, Report& report, const Constants& constants,
               bool specification)
    : report_(report),
      constants_(constants),
      specification_(specification),
      lexer_(file, text),
      token_(lexer_.next()),
      second_(lexer_.next()) {}

Token Parser::take() {
  last_ = std::exchange(token_, std::exchange(second_, lexer_.next()));
  token_reported_ = false;
  return last_;
}

bool Parser::fail(SourceRange where, std::string message, std::vector<std::string> hints) {
  report_.error(Code::syntax, where, std::move(message), std::move(hints));
  return false;
}

void Parser::report_invalid() {
  std::vector<std::string> hints;
  if (token_.hint != nullptr) hints.emplace_back(token_.hint);
  fail(token_.where, token_.problem, std::move(hints));
  token_reported_ = true;
}

bool Parser::fail_expected(const std::string& what) {
  if (at(Kind::invalid) || at(Kind::assign)) {
    report_invalid();
    return false;
  }
  if (at(Kind::end)) {
    return fail(last_.where, fmt::format("the program ends here, but it needs {}", what));
  }
  return fail(token_.where, fmt::format("expected {}, found `{}`", what, beginning(token_.text)));
}

bool Parser::expect(Kind kind, const char* what) {
  if (!at(kind)) return fail_expected(what);
  take();
  return true;
}

/// Skips to the next `;` after an error. Reports errors of the lexer on the way. Other errors on
/// the way are not reported, because they may be consequences of the first error.
void Parser::recover() {
  if (std::exchange(resume_here_, false)) return;
  for (; !at(Kind::end); take()) {
    if (at(Kind::invalid) && !token_reported_) report_invalid();
    if (at(Kind::semicolon)) {
      take();
      return;
    }
  }
}

bool Parser::next(ast::Statement& out) {
  while (!at(Kind::end)) {
    first_ = token_;
    if (at(Kind::name) && token_.text == "include" && second_.kind == Kind::string) {
      if (!parse_include()) recover();
      continue;
    }
    if (at(Kind::name) && second_.kind != Kind::left &&
        (token_.text == "const" || token_.text == "set")) {
      if (!parse_constant()) recover();
      continue;
    }
    const bool words = at(Kind::name) && second_.kind == Kind::name;
    const bool storage = words && (token_.text == "stable" || token_.text == "buffered" ||
                                   token_.text == "volatile");
    if (storage                          ? parse_storage(out)
        : words && token_.text == "spec" ? parse_specification(out)
                                         : parse_statement(out)) {
      return true;
    }
    recover();
  }
  return false;
}

bool Parser::parse_include() {
  take();
  take();
  return expect(Kind::semicolon, "`;` after the include");
}

/// Parses a definition of a constant, but checks only its form. The class Constants has read its
/// value before.
bool Parser::parse_constant() {
  take();
  if (!at(Kind::name) || token_.text == "_") return fail_expected("the name of a constant");
  take();
  if (!at(Kind::assign)) return fail_expected("`=`");
  take();
  if (!at(Kind::integer) && !at(Kind::string) && !at(Kind::minus)) {
    return fail_expected("an integer or a string");
  }
  ast::Term value;
  return parse_argument(value) && expect(Kind::semicolon, "`;` after the constant");
}

/// Parses a statement such as `stable p, q;`, `buffered p;` or `volatile p;`.
bool Parser::parse_storage(ast::Statement& out) {
  out = {};
  const std::string_view how = take().text;
  for (;;) {
    if (!at(Kind::name)) return fail_expected("the name of a relation");
    const Token name = take();
    out.stored.push_back({name.text, how, name.where});
    if (at(Kind::semicolon)) break;
    if (!at(Kind::comma)) return fail_expected("`,` or `;`");
    take();
  }
  take();
  return true;
}

/// Parses a statement such as `spec lost critical always explains gone "what the client wrote is on
/// no disk";`.
bool Parser::parse_specification(ast::Statement& out) {
  out = {};
  ast::Specification& spec = out.specification.emplace();
  take();
  spec.name = token_.text;
  spec.where = take().where;
  if (!at(Kind::name)) return fail_expected("critical, major, minor or info");
  spec.severity = token_.text;
  spec.severity_where = take().where;
  if (!parse_when(spec)) return false;
  if (at(Kind::name) && token_.text == "explains") {
    take();
    if (!at(Kind::name)) return fail_expected("the name of a specification");
    spec.parent = token_.text;
    spec.parent_where = take().where;
  }
  if (at(Kind::string)) spec.text = take().text;
  if (starts_new_statement()) return fail_unclosed();
  return expect(Kind::semicolon, "`;` after the specification");
}

bool Parser::parse_when(ast::Specification& out) {
  if (!at(Kind::name)) return fail_expected("`always`, `finally` or `after`");
  out.when = token_.text;
  out.when_where = take().where;
  if (out.when != "after") return true;
  ast::Term tick;
  if (!at(Kind::integer) && constant() == nullptr) return fail_expected("a tick");
  const SourceRange where = token_.where;
  if (!parse_term(tick)) return false;
  if (tick.kind != TermKind::integer) return fail(where, "`after` needs a tick, not a string");
  out.after = tick.integer;
  return true;
}

bool Parser::parse_statement(ast::Statement& out) {
  out = {};
  if (!parse_head(out.head)) return false;
  if (at(Kind::implies)) {
    take();
    out.has_body = true;
    if (!parse_body(out)) return false;
  }
  return finish_statement(out);
}

/// Returns true if token_ seems to begin a new statement: it is a name on a later line, and is not
/// indented more than the current statement.
bool Parser::starts_new_statement() const {
  return at(Kind::name) && token_.where.line > last_.where.line &&
         token_.where.column <= first_.where.column;
}

bool Parser::fail_unclosed() {
  resume_here_ = true;
  return fail(last_.where, "a `;` is missing here");
}

bool Parser::finish_statement(ast::Statement& out) {
  if (!at(Kind::semicolon)) {
    if (!starts_new_statement()) {
      const bool annotated = out.head.annotation.kind != ast::Annotation::Kind::none;
      return fail_expected(out.has_body ? "`,` or `;`"
                           : annotated  ? "`:-` or `;`"
                                        : "`:-`, `@` or `;`");
    }
    return fail_unclosed();
  }
  const Token semicolon = take();
  out.where = span(first_, semicolon);
  const char* begin = first_.text.data();
  out.text = {begin, static_cast<std::size_t>(semicolon.text.data() + 1 - begin)};
  return true;
}

bool Parser::parse_head(ast::Head& out) {
  if (!at(Kind::name)) return fail_expected("a fact, a rule or an include");
  const Token name = take();
  out.relation = name.text;
  if (!expect(Kind::left, "`(`")) return false;
  if (at(Kind::right)) return fail(token_.where, "a relation needs at least one column");
  for (;;) {
    if (!parse_head_term(out.terms.emplace_back())) return false;
    if (!at(Kind::comma)) break;
    take();
  }
  if (!expect(Kind::right, "`,` or `)`")) return false;
  out.where = span(name, last_);
  return parse_annotation(out.annotation);
}

bool Parser::parse_annotation(ast::Annotation& out) {
  using Annotation = ast::Annotation;
  if (!at(Kind::at)) return true;
  take();
  if (at(Kind::name) && token_.text == "next") {
    out.kind = Annotation::Kind::next;
  } else if (at(Kind::name) && token_.text == "async") {
    out.kind = Annotation::Kind::async;
  } else if (const ast::Term* tick = constant(); tick && tick->kind == TermKind::integer) {
    out.kind = Annotation::Kind::tick;
    out.tick = tick->integer;
  } else if (at(Kind::integer)) {
    out.kind = Annotation::Kind::tick;
    if (!parse_integer(false, token_.where, out.tick)) return false;
    out.where = last_.where;
    return true;
  } else if (constant() != nullptr) {
    return fail(token_.where, fmt::format("expected a tick, but the constant `{}` is a string",
                                          beginning(token_.text)));
  } else {
    return fail_expected("`next`, `async` or a tick");
  }
  out.where = take().where;
  return true;
}

bool Parser::parse_head_term(ast::HeadTerm& out) {
  out.where = token_.where;
  if (at(Kind::name) && second_.kind == Kind::less) return parse_aggregate(out);
  return parse_expression(out.expression);
}

bool Parser::parse_aggregate(ast::HeadTerm& out) {
  const Token word = take();
  if (word.text == "count") {
    out.aggregate = AggregateKind::count;
  } else if (word.text == "min") {
    out.aggregate = AggregateKind::min;
  } else if (word.text == "max") {
    out.aggregate = AggregateKind::max;
  } else if (word.text == "sum") {
    out.aggregate = AggregateKind::sum;
  } else {
    const std::string guess = closest(word.text, {"count", "min", "max", "sum"});
    return fail(
        word.where, fmt::format("`{}` is not an aggregate", beginning(word.text)),
        {did_you_mean(guess, "the aggregates are count, min, max and sum", NameForm::code)});
  }
  take();
  ast::Step step;
  step.where = out.expression.where = token_.where;
  if (constant() != nullptr) {
    return fail(token_.where,
                fmt::format("expected a variable to aggregate over, but `{}` is a constant",
                            beginning(token_.text)));
  }
  if (!at(Kind::name)) return fail_expected("a variable to aggregate over");
  if (!parse_term(step.operand)) return false;
  out.expression.steps.push_back(step);
  return expect(Kind::greater, "`>`");
}

bool Parser::parse_body(ast::Statement& out) {
  for (std::size_t items = 1;; ++items) {
    if (items > max_body_items) {
      report_.error(Code::limit, token_.where,
                    fmt::format("a rule has at most {} literals and comparisons", max_body_items));
      return false;
    }
    if (!parse_body_item(out)) return false;
    if (!at(Kind::comma)) return true;
    take();
  }
}

bool Parser::parse_body_item(ast::Statement& out) {
  if (at(Kind::name) && token_.text == "notin" && second_.kind == Kind::name) {
    take();
    if (second_.kind == Kind::left) return parse_literal(true, out);
    take();
    return fail_expected("`(`");
  }
  if (at(Kind::name) && second_.kind == Kind::left) {
    if (token_.text == "notin") {
      return fail(token_.where, "`notin` must be before a literal", {"write `notin rel(...)`"});
    }
    return parse_literal(false, out);
  }
  const bool negates = token_.text == "not" || token_.text == "NOT" || token_.text == "Not";
  if (at(Kind::name) && negates && second_.kind == Kind::name) {
    return fail(token_.where, fmt::format("`{}` is unexpected here", token_.text),
                {"write `notin` before a literal that must not hold"});
  }
  return parse_comparison(out);
}

bool Parser::parse_literal(bool negated, ast::Statement& out) {
  ast::Literal& literal = out.literals.emplace_back();
  literal.negated = negated;
  const Token name = take();
  literal.relation = name.text;
  take();
  if (!parse_arguments(literal.arguments)) return false;
  literal.where = span(name, last_);
  return parse_annotation(literal.annotation);
}

bool Parser::parse_arguments(std::vector<ast::Term>& out) {
  if (at(Kind::right)) return fail(token_.where, "a relation needs at least one column");
  for (;;) {
    if (!parse_argument(out.emplace_back())) return false;
    if (!at(Kind::comma)) break;
    take();
  }
  if (at(Kind::plus) || at(Kind::minus) || at(Kind::star) || at(Kind::slash)) {
    return fail(token_.where, "a literal of the body cannot contain arithmetic",
                {"use a variable here, and compare it with the arithmetic: `X == Y + 1`"});
  }
  return expect(Kind::right, "`,` or `)`");
}

bool Parser::parse_argument(ast::Term& out) {
  if (!at(Kind::minus)) return parse_term(out);
  const Token minus = take();
  if (!at(Kind::integer)) return fail_expected("an integer after `-`");
  out.kind = ast::Term::Kind::integer;
  if (!parse_integer(true, minus.where, out.integer)) return false;
  out.where = span(minus, last_);
  return true;
}

bool Parser::parse_term(ast::Term& out) {
  out.where = token_.where;
  out.text = token_.text;
  if (at(Kind::integer)) {
    out.kind = ast::Term::Kind::integer;
    return parse_integer(false, token_.where, out.integer);
  }
  if (const ast::Term* value = constant()) {
    out.kind = value->kind;
    out.integer = value->integer;
    if (value->kind == TermKind::string) out.text = value->text;
  } else if (at(Kind::string)) {
    out.kind = ast::Term::Kind::string;
  } else if (at(Kind::name)) {
    out.kind = token_.text == "_" ? ast::Term::Kind::wildcard : ast::Term::Kind::variable;
  } else {
    return fail_expected("a string, an integer or a variable");
  }
  take();
  return true;
}

}  // namespace ldfi::dedalus
