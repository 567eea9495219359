#include "common/dedalus/language/arithmetic.hpp"

#include <limits>

#include "common/base/contract.hpp"

namespace ldfi::dedalus {
namespace {

/// Applies a binary operator to `a` and `b`, and stores the result in `out`. Returns nullptr, or a
/// description of the error.
const char* apply(Expression::Op op, Value a, Value b, Value& out) {
  constexpr const char* overflow = "integer overflow";
  switch (op) {
    case Expression::Op::add:
      return __builtin_add_overflow(a, b, &out) ? overflow : nullptr;
    case Expression::Op::subtract:
      return __builtin_sub_overflow(a, b, &out) ? overflow : nullptr;
    case Expression::Op::multiply:
      return __builtin_mul_overflow(a, b, &out) ? overflow : nullptr;
    case Expression::Op::divide:
      if (b == 0) return "division by zero";
      if (a == std::numeric_limits<Value>::min() && b == -1) return overflow;
      out = a / b;
      return nullptr;
    default:
      LDFI_ENSURE(false, "not a binary operator");
  }
}

}  // namespace

std::optional<Value> evaluate(const Expression& expression, const Value* binding,
                              ArithmeticFault& fault) {
  using Op = Expression::Op;
  if (expression.steps.size() == 1) {
    const auto& s = expression.steps.front();
    return s.op == Op::variable ? binding[s.slot] : s.value;
  }
  std::vector<Value> stack;
  stack.reserve(8);
  for (const auto& s : expression.steps) {
    if (s.op == Op::variable) {
      stack.push_back(binding[s.slot]);
    } else if (s.op == Op::constant) {
      stack.push_back(s.value);
    } else {
      LDFI_REQUIRE(stack.size() >= 2, "malformed expression");
      const Value b = stack.back();
      stack.pop_back();
      if (const char* what = apply(s.op, stack.back(), b, stack.back())) {
        fault = {s.where, what};
        return std::nullopt;
      }
    }
  }
  LDFI_REQUIRE(stack.size() == 1, "malformed expression");
  return stack.back();
}

std::optional<bool> holds(const Comparison& comparison, const Value* binding,
                          ArithmeticFault& fault) {
  const auto a = evaluate(comparison.left, binding, fault);
  if (!a) return std::nullopt;
  const auto b = evaluate(comparison.right, binding, fault);
  if (!b) return std::nullopt;
  return compare(comparison.op, *a, *b);
}

}  // namespace ldfi::dedalus
