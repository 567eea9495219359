// Up to 64 executions at once, as the bits of a machine word.
#pragma once

#include <cstdint>
#include <span>

#include "common/dedalus/ground/universe.hpp"

namespace ldfi::ground {

/// One bit for each execution. Each bit is called a lane.
using Lanes = std::uint64_t;
inline constexpr std::size_t lane_count = 64;

/// Returns the lanes in which the group is not empty and its aggregate is in [low, high]. `word`
/// has, for each fact, the lanes in which the fact holds. It must include all contributors.
Lanes aggregate_lanes(const Group& group, Wide low, Wide high, std::span<const Lanes> word);

/// Returns the lanes in which all premises of the instance hold.
inline Lanes premise_lanes(const Universe& universe, InstanceId i, std::span<const Lanes> word) {
  Lanes out = ~Lanes{0};
  for (const Premise p : universe.premises(i)) {
    out &= p.negated() ? ~word[p.fact().index()] : word[p.fact().index()];
  }
  return out;
}

}  // namespace ldfi::ground
