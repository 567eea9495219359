// Checks that large numbers of a program may be merged. If numbers of a column are only copied,
// increased and compared with constants, all numbers above the largest constant have the same
// effect. A certificate lists such columns, and this file checks the list.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// For some columns, each given by relation and column number, the largest number whose effect
/// differs from that of larger numbers (its top).
using Tops = std::map<std::pair<int, std::size_t>, std::int64_t>;

/// Throws Rejected, with file:line, if a number above the top of a column may have another effect
/// than top + 1. Otherwise each number above the top can be replaced by top + 1 in every execution,
/// with the same rule instances. This holds under all faults, at every tick up to `last_eot`, and
/// without overflow of 64 bits. Numbers in `pre` and `post` must all stay different.
void require_saturation(const Program& program, const Tops& tops, int pre, int post);

/// Replaces each number of the tuple that is above the top of its column by top + 1. Throws
/// Rejected for numbers beyond the range that require_saturation() allows.
void saturate(const Tops& tops, int relation, Tuple& tuple);

}  // namespace ldfi::certificate
