// Up to 64 executions at once, as the bits of a machine word. The bit of one execution is its lane.
#pragma once

#include <cstdint>
#include <span>

#include "common/dedalus/ground/universe.hpp"

namespace ldfi::ground {

/// A word with one bit for each of 64 executions. The bit of an execution is called its lane.
using Lanes = std::uint64_t;
inline constexpr std::size_t lane_count = 64;

/// Returns the executions (as bits) in which the group is not empty and its aggregate is in [low,
/// high]. word[f] has the executions in which the fact f holds, and must exist for all
/// contributors.
Lanes aggregate_lanes(const Group& group, Wide low, Wide high, std::span<const Lanes> word);

/// Returns the executions, as bits, in which all premises of the ground rule hold. word[f] has the
/// executions in which the fact f holds.
inline Lanes premise_lanes(const Universe& universe, InstanceId i, std::span<const Lanes> word) {
  Lanes out = ~Lanes{0};
  for (const Premise p : universe.premises(i)) {
    out &= p.negated() ? ~word[p.fact().index()] : word[p.fact().index()];
  }
  return out;
}

}  // namespace ldfi::ground
