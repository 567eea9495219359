// Evaluates arithmetic and comparisons of rules when their variables have values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// For each variable, whether it has a value, and this value.
using Bound = std::vector<std::pair<bool, Value>>;

/// Thrown if a result does not fit into 64 bits or if a number is divided by zero.
struct Overflow {};

/// Returns the value of an expression. Throws Overflow if arithmetic fails. Throws Rejected for a
/// variable without a value, for arithmetic on strings, and for `<` or `>` between strings; the
/// message names the place `where`.
Value value(const Expression& of, const Bound& bound, const std::string& where);
bool holds(const Comparison& comparison, const Bound& bound, const std::string& where);

}  // namespace ldfi::certificate
