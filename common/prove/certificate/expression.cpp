#include "common/prove/certificate/expression.hpp"

namespace ldfi::certificate {
namespace {

std::int64_t calculate(char op, std::int64_t a, std::int64_t b) {
  std::int64_t out = 0;
  const bool wrong = op == '+'   ? __builtin_add_overflow(a, b, &out)
                     : op == '-' ? __builtin_sub_overflow(a, b, &out)
                     : op == '*' ? __builtin_mul_overflow(a, b, &out)
                                 : b == 0 || (a == INT64_MIN && b == -1);
  if (wrong) throw Overflow{};
  return op == '/' ? a / b : out;
}

}  // namespace

Value value(const Expression& of, const Bound& bound, const std::string& where) {
  std::vector<Value> stack;
  for (const Step& step : of) {
    if (step.op == 'v') {
      const Term& term = step.term;
      if (term.kind == Term::Kind::any || (term.kind == Term::Kind::variable &&
                                           !bound[static_cast<std::size_t>(term.variable)].first)) {
        throw Rejected(where + ": a variable has no value");
      }
      stack.push_back(term.kind == Term::Kind::constant
                          ? term.constant
                          : bound[static_cast<std::size_t>(term.variable)].second);
      continue;
    }
    const Value right = stack.back();
    stack.pop_back();
    if (right.text || stack.back().text)
      throw Rejected(where + ": strings cannot be computed with");
    stack.back().number = calculate(step.op, stack.back().number, right.number);
  }
  return stack.back();
}

bool holds(const Comparison& c, const Bound& bound, const std::string& where) {
  const Value left = value(c.left, bound, where), right = value(c.right, bound, where);
  if (c.op == "==") return left == right;
  if (c.op == "!=") return left != right;
  if (left.text || right.text) throw Rejected(where + ": strings have no order");
  return c.op == "<"    ? left < right
         : c.op == "<=" ? left <= right
         : c.op == ">"  ? left > right
                        : left >= right;
}

}  // namespace ldfi::certificate
