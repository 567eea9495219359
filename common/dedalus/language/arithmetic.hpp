// Evaluation of expressions and comparisons over a binding; shared by every executor so that all
// agree on overflow, truncation and order.
#pragma once

#include <optional>

#include "common/base/contract.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Why and where an arithmetic step failed.
struct ArithmeticFault {
  SourceRange where;
  const char* what = "";  ///< "integer overflow" or "division by zero"
};

/// The value, or nothing with `fault` filled in.
std::optional<Value> evaluate(const Expression& expression, const Value* binding,
                              ArithmeticFault& fault);

/// True/false, or nothing with `fault` filled in.
std::optional<bool> holds(const Comparison& comparison, const Value* binding,
                          ArithmeticFault& fault);

/// Here, since executions do nothing else as often.
inline bool compare(Relop op, Value a, Value b) {
  switch (op) {
    case Relop::equal:
      return a == b;
    case Relop::not_equal:
      return a != b;
    case Relop::less:
      return a < b;
    case Relop::less_equal:
      return a <= b;
    case Relop::greater:
      return a > b;
    case Relop::greater_equal:
      return a >= b;
  }
  LDFI_ENSURE(false, "unknown comparison");
}

/// a + b without silent overflow (aggregated sums).
std::optional<Value> checked_add(Value a, Value b);

}  // namespace ldfi::dedalus
