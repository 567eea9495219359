// Searches version orders that make the graph of dependencies free of excluded cycles.
// Private to common/systems/check.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/systems/check/dependencies.hpp"

namespace ldfi::check {

/// The order of the versions of a key, as far as reads and writes determine it. Writers are transactions
/// that took effect.
struct KeyVersions {
  struct Read {
    std::uint32_t by = 0;
    std::optional<std::uint32_t> of;  ///< writer of the version; nullopt: the initial version
  };
  std::vector<std::uint32_t> fixed;  ///< writers of the first versions in their order
  std::vector<std::uint32_t> free;   ///< writers of the later versions in any order, ascending
  std::vector<Read> reads;           ///< external reads, each once
};

struct RealTime {
  std::vector<std::int64_t> invoked;   ///< by transaction
  std::vector<std::int64_t> returned;  ///< by transaction; Dependencies::never if it does not count
};

/// Adds the dependencies of a key that hold in each version order which is free of excluded cycles. Adds no
/// rw unless `anti`. With `time`, real time orders versions, too.
void add_certain(Dependencies& graph, std::uint32_t key, const KeyVersions& versions, bool anti,
                 const RealTime* time);

/// Returns nullopt if some order of the free versions of each key excludes nothing. Otherwise returns
/// cycles of which each order contains one; none of them can be left out. Requires that `certain` has no
/// excluded cycles, and holds the certain dependencies of `keys`. Throws TooHard.
[[nodiscard]] std::optional<std::vector<Cycle>> conflict_of_orders(
    const Dependencies& certain, const std::vector<KeyVersions>& keys, Excluded excluded,
    Work& work);

}  // namespace ldfi::check
