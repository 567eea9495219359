#include "common/dedalus/ground/lanes.hpp"

#include <algorithm>
#include <array>

namespace ldfi::ground {
namespace {

constexpr Lanes all = ~Lanes{0};

// Returns the lanes (bits of words) in which the number of contributors that hold is in [low,
// high]. Counts for all lanes at once: plane[b] has binary digit b of every lane's counter.
Lanes count_in_range(const Group& group, Wide low, Wide high, std::span<const Lanes> word) {
  std::array<Lanes, 32> plane{};
  for (const Contributor& c : group.contributors) {
    Lanes carry = word[c.fact.index()];
    for (std::size_t b = 0; carry != 0; ++b) {
      const Lanes overflow = plane[b] & carry;
      plane[b] ^= carry;
      carry = overflow;
    }
  }
  // Returns the lanes whose counter is at least `bound`. Compares digit by digit, the highest
  // first.
  const auto at_least = [&](std::uint64_t bound) {
    Lanes greater = 0;
    Lanes equal = all;
    for (std::size_t b = plane.size(); b-- > 0;) {
      const Lanes digit = (bound >> b & 1U) != 0 ? all : 0;
      greater |= equal & plane[b] & ~digit;
      equal &= ~(plane[b] ^ digit);
    }
    return greater | equal;
  };
  const auto bound = [&](Wide v) {
    return static_cast<std::uint64_t>(
        std::clamp<Wide>(v, 0, static_cast<Wide>(group.contributors.size()) + 1));
  };
  return at_least(std::max<std::uint64_t>(1, bound(low))) & ~at_least(bound(high + 1));
}

Lanes extreme_in_range(const Group& group, Wide low, Wide high, bool max,
                       std::span<const Lanes> word) {
  Lanes inside = 0;
  Lanes beyond = 0;
  for (const Contributor& c : group.contributors) {
    const Lanes v = word[c.fact.index()];
    if (c.value >= low && c.value <= high) inside |= v;
    if (max ? c.value > high : c.value < low) beyond |= v;
  }
  return inside & ~beyond;
}

Lanes sum_in_range(const Group& group, Wide low, Wide high, std::span<const Lanes> word) {
  Lanes out = 0;
  for (std::size_t lane = 0; lane < lane_count; ++lane) {
    Wide sum = 0;
    bool some = false;
    for (const Contributor& c : group.contributors) {
      if ((word[c.fact.index()] >> lane & 1U) == 0) continue;
      sum += c.value;
      some = true;
    }
    if (some && sum >= low && sum <= high) out |= Lanes{1} << lane;
  }
  return out;
}

}  // namespace

Lanes aggregate_lanes(const Group& group, Wide low, Wide high, std::span<const Lanes> word) {
  using Kind = dedalus::AggregateKind;
  if (group.kind == Kind::count) return count_in_range(group, low, high, word);
  if (group.kind == Kind::sum) return sum_in_range(group, low, high, word);
  return extreme_in_range(group, low, high, group.kind == Kind::max, word);
}

}  // namespace ldfi::ground
