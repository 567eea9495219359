// Arithmetic and comparisons, once the variables have values.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// By variable: whether it has a value, and which.
using Bound = std::vector<std::pair<bool, Value>>;

/// Thrown where 64 bits do not hold a result, and at a division by zero.
struct Overflow {};

/// Throws Overflow; and Rejected, which names `where`, for a variable without a value, arithmetic on strings,
/// and an order of strings.
Value value(const Expression& of, const Bound& bound, const std::string& where);
bool holds(const Comparison& comparison, const Bound& bound, const std::string& where);

}  // namespace ldfi::certificate
