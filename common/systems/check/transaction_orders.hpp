// Searches for orders of the versions of keys such that the dependencies have no excluded cycle.
// Private to common/systems/check.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/systems/check/dependencies.hpp"

namespace ldfi::check {

/// The order of the versions of a key, as far as reads and writes determine it. The writers of
/// versions are transactions that took effect.
struct KeyVersions {
  struct Read {
    std::uint32_t by = 0;
    /// Writer of the version that was read; nullopt for the initial version.
    std::optional<std::uint32_t> of;
  };
  /// Writers of the first versions, in the order of the versions.
  std::vector<std::uint32_t> fixed;
  /// Writers of the later versions, whose order is not known; ascending.
  std::vector<std::uint32_t> free;
  std::vector<Read> reads;  ///< reads of versions that other transactions wrote, each once
};

struct RealTime {
  std::vector<std::int64_t> invoked;  ///< for each transaction, the time of its request
  /// For each transaction, the time of its answer; Dependencies::never if it is not used.
  std::vector<std::int64_t> returned;
};

/// Adds the dependencies of a key that exist in each order of versions without an excluded cycle.
/// Adds no rw unless `anti` is true. If `time` is given, real time orders versions, too.
void add_certain(Dependencies& graph, std::uint32_t key, const KeyVersions& versions, bool anti,
                 const RealTime* time);

/// Returns nullopt if there is an order of the free versions of each key without an excluded cycle.
/// Otherwise returns cycles such that each order has one of them, and none of them can be left out.
/// Requires that `certain` has no excluded cycle and has the certain dependencies of `keys`. Throws
/// TooHard.
[[nodiscard]] std::optional<std::vector<Cycle>> conflict_of_orders(
    const Dependencies& certain, const std::vector<KeyVersions>& keys, Excluded excluded,
    Work& work);

}  // namespace ldfi::check
