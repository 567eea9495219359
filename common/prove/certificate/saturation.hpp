// Some numbers are only copied, increased and compared with constants. All numbers above the
// largest of these constants mean the same, so one number can replace them. A certificate claims
// which columns have such numbers; this file checks the claim.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// For each relation and column, the largest number that differs in meaning from larger ones.
using Tops = std::map<std::pair<int, std::size_t>, std::int64_t>;

/// Throws Rejected, with file:line, if some number above a column's top may matter. Otherwise
/// replacing each such number by top + 1 maps every execution to one with the same instances of
/// rules. This holds for all faults, at every tick up to `last_eot`, and without overflow of 64
/// bits. Numbers of `pre` and `post` must all stay distinct.
void require_saturation(const Program& program, const Tops& tops, int pre, int post);

/// Replaces the numbers above the top in a tuple. Throws Rejected for a number that is too large
/// for require_saturation().
void saturate(const Tops& tops, int relation, Tuple& tuple);

}  // namespace ldfi::certificate
