#include "common/systems/faults/draw.hpp"

#include <xxhash.h>

namespace ldfi::systems {

std::uint64_t drawn(std::uint64_t seed, std::string_view what) {
  return XXH3_64bits_withSeed(what.data(), what.size(), seed);
}

}  // namespace ldfi::systems
