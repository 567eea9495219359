// Evaluation of expressions and comparisons over a binding; shared by every executor so that all
// agree on overflow, truncation and order.
#pragma once

#include <optional>

#include "common/dedalus/program.hpp"

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

/// a + b without silent overflow (aggregated sums).
std::optional<Value> checked_add(Value a, Value b);

}  // namespace ldfi::dedalus
