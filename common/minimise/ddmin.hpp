// Delta debugging [ZH02]: from a set that fails to a part of it that fails and is 1-minimal, which
// means that it fails no more without any one of its elements. With complements, unlike ddmin of
// 1999, whose union of two halves need not fail where they interfere.
//
//   Elements few = ddmin(all, [&](const Elements& some) { return violates(run(some)); });
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

namespace ldfi::minimise {

/// Ascending.
using Elements = std::vector<std::uint32_t>;
using Fails = std::function<bool(const Elements&)>;

/// Requires that `all`, ascending, fails, which is not tested again. Each set is tested once; there are at most
/// n² + 3n tests of n elements [ZH02], and one of no elements. What `fails` throws, it throws.
[[nodiscard]] Elements ddmin(Elements all, const Fails& fails);

/// All subsets of {0 … n−1} of `size` elements in lexicographic order, until `take` says true; true
/// if it does.
bool each_subset(std::uint32_t n, std::uint32_t size,
                 const std::function<bool(const Elements&)>& take);

}  // namespace ldfi::minimise
