// Checks which numbers of a program can be merged. Some numbers are only copied, increased and
// compared with constants. All numbers above the largest of these constants have the same effect,
// so a single number can replace them. A certificate claims which columns have such numbers, and
// this file checks that.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// For some columns of relations, the largest number whose effect differs from that of larger
/// numbers.
using Tops = std::map<std::pair<int, std::size_t>, std::int64_t>;

/// Throws Rejected, with file:line, if a number above the top of a column may have another effect.
/// Otherwise, replacing each such number by top + 1 turns every execution into one with the same
/// rule instances. This is true for all faults, at every tick up to `last_eot`, and without
/// overflow of 64 bits. Numbers of `pre` and `post` must all stay different.
void require_saturation(const Program& program, const Tops& tops, int pre, int post);

/// Replaces the numbers of a tuple that are above the top of their column. Throws Rejected for a
/// number that is too large for require_saturation().
void saturate(const Tops& tops, int relation, Tuple& tuple);

}  // namespace ldfi::certificate
