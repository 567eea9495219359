// Parses comparisons and arithmetic into postfix order. The operators `*` and `/` bind more tightly
// than `+` and `-`. All four are left-associative.
#include <fmt/core.h>

#include <limits>

#include "common/dedalus/language/parser.hpp"

namespace ldfi::dedalus {
namespace {

using Op = Expression::Op;

std::optional<Relop> relop(Token::Kind kind) {
  switch (kind) {
    case Token::Kind::equal:
      return Relop::equal;
    case Token::Kind::not_equal:
      return Relop::not_equal;
    case Token::Kind::less:
      return Relop::less;
    case Token::Kind::less_equal:
      return Relop::less_equal;
    case Token::Kind::greater:
      return Relop::greater;
    case Token::Kind::greater_equal:
      return Relop::greater_equal;
    default:
      return std::nullopt;
  }
}

void push_operator(ast::Expr& out, Op op, SourceRange where) {
  ast::Step step;
  step.op = op;
  step.where = where;
  out.steps.push_back(step);
}

}  // namespace

bool Parser::parse_comparison(ast::Statement& out) {
  const SourceRange start = token_.where;
  if (!at(Kind::name) && !at(Kind::integer) && !at(Kind::string) && !at(Kind::left) &&
      !at(Kind::minus)) {
    return fail_expected("a literal or a comparison");
  }
  ast::Comparison& comparison = out.comparisons.emplace_back();
  if (!parse_expression(comparison.left)) return false;
  const auto op = relop(token_.kind);
  if (!op) return fail_expected("a comparison (== != < <= > >=)");
  comparison.op = *op;
  take();
  if (!parse_expression(comparison.right)) return false;
  comparison.where = start;
  if (last_.where.line == start.line) {
    comparison.where.length = last_.where.column + last_.where.length - start.column;
  }
  return true;
}

bool Parser::parse_expression(ast::Expr& out) {
  out.where = token_.where;
  return parse_sum(out, 0);
}

bool Parser::parse_sum(ast::Expr& out, int depth) {
  if (!parse_product(out, depth)) return false;
  while (at(Kind::plus) || at(Kind::minus)) {
    const Token op = take();
    if (!parse_product(out, depth)) return false;
    push_operator(out, op.kind == Kind::plus ? Op::add : Op::subtract, op.where);
  }
  return true;
}

bool Parser::parse_product(ast::Expr& out, int depth) {
  if (!parse_factor(out, depth)) return false;
  while (at(Kind::star) || at(Kind::slash)) {
    const Token op = take();
    if (!parse_factor(out, depth)) return false;
    push_operator(out, op.kind == Kind::star ? Op::multiply : Op::divide, op.where);
  }
  return true;
}

bool Parser::parse_factor(ast::Expr& out, int depth) {
  if (depth > max_depth) {
    report_.error(Code::limit, token_.where,
                  fmt::format("expressions nest at most {} deep", max_depth));
    return false;
  }
  if (at(Kind::left)) {
    take();
    return parse_sum(out, depth + 1) && expect(Kind::right, "`)`");
  }
  if (at(Kind::minus)) return parse_negated_factor(out, depth);
  ast::Step step;
  step.where = token_.where;
  if (!parse_term(step.operand)) return false;
  out.steps.push_back(step);
  return true;
}

/// Parses a factor that begins with a minus: `-3` becomes a constant, and `-X` becomes `0 - X`.
bool Parser::parse_negated_factor(ast::Expr& out, int depth) {
  const Token minus = take();
  ast::Step step;
  step.where = minus.where;
  step.operand.where = minus.where;
  step.operand.kind = ast::Term::Kind::integer;
  if (at(Kind::integer)) {
    if (!parse_integer(true, minus.where, step.operand.integer)) return false;
    out.steps.push_back(step);
    return true;
  }
  out.steps.push_back(step);
  if (!parse_factor(out, depth + 1)) return false;
  push_operator(out, Op::subtract, minus.where);
  return true;
}

bool Parser::parse_integer(bool negative, SourceRange from, Value& out) {
  const auto value = decode_integer(take().text, negative);
  if (!value) {
    report_.error(Code::limit, from, "this integer does not fit into 64 bits",
                  {fmt::format("integers go from {} to {}", std::numeric_limits<Value>::min(),
                               std::numeric_limits<Value>::max())});
    return false;
  }
  out = *value;
  return true;
}

}  // namespace ldfi::dedalus
