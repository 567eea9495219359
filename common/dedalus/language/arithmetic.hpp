// Evaluates expressions and comparisons under a binding of variables. All executors use these
// functions, so they agree on overflow, on division and on the order of evaluation.
#pragma once

#include <optional>

#include "common/base/contract.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// The place in the source where arithmetic failed, and the reason.
struct ArithmeticFault {
  SourceRange where;
  const char* what = "";  ///< "integer overflow" or "division by zero"
};

/// Returns the value of the expression. If arithmetic fails, returns nullopt and fills in `fault`.
/// Requires that `binding` has every slot of the expression.
std::optional<Value> evaluate(const Expression& expression, const Value* binding,
                              ArithmeticFault& fault);

/// Returns true if the comparison holds. If arithmetic fails, returns nullopt and fills in `fault`.
/// Requires that `binding` has every slot of the comparison.
std::optional<bool> holds(const Comparison& comparison, const Value* binding,
                          ArithmeticFault& fault);

/// Compares two values. Defined in the header so that it is inlined, because executions call it
/// more often than anything else.
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

}  // namespace ldfi::dedalus
