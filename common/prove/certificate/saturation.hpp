// Numbers that are only copied, increased and compared with constants: all above the largest of these
// constants mean the same, so they are one. A certificate claims which columns are such ones, and it is
// checked here.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// By relation and column: the largest number that is told apart from larger ones.
using Tops = std::map<std::pair<int, std::size_t>, std::int64_t>;

/// Throws Rejected, with file:line, unless an execution in which each larger number is top + 1 is the image of
/// the one with all numbers, whatever the faults, at every tick up to `last_eot`: the same
/// instances of rules apply, and no such number leaves 64 bits. `pre` and `post` tell all numbers apart.
void require_saturation(const Program& program, const Tops& tops, int pre, int post);

/// The image of a tuple. Throws Rejected for a number that is too large for the above.
void saturate(const Tops& tops, int relation, Tuple& tuple);

}  // namespace ldfi::certificate
