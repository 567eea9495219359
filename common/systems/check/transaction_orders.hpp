// Searches for an order of the versions of each key in which the dependencies have no excluded
// cycle. Private to common/systems/check.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/systems/check/dependencies.hpp"

namespace ldfi::check {

/// The order of the versions of a key, as far as the reads and writes of transactions determine it.
/// The writer of each version is a transaction that took effect.
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
  std::vector<Read> reads;  ///< reads of versions that other transactions wrote, without
                            ///< repetitions
};

struct RealTime {
  std::vector<std::int64_t> invoked;  ///< for each transaction, the time of its request
  /// For each transaction, the time of its answer; Dependencies::never if its answer orders
  /// nothing.
  std::vector<std::int64_t> returned;
};

/// Adds those dependencies of a key that exist in every order of its versions without an excluded
/// cycle. Adds rw dependencies only if `anti` is true. If `time` is given, real time also orders
/// versions.
void add_certain(Dependencies& graph, std::uint32_t key, const KeyVersions& versions, bool anti,
                 const RealTime* time);

/// Returns nullopt if the free versions of all keys have an order without an excluded cycle.
/// Otherwise returns cycles such that each order contains one of them, and none of them can be left
/// out. Requires that `certain` has no excluded cycle and contains the dependencies that
/// add_certain() adds. Throws TooHard if the limit of work is exceeded.
[[nodiscard]] std::optional<std::vector<Cycle>> conflict_of_orders(
    const Dependencies& certain, const std::vector<KeyVersions>& keys, Excluded excluded,
    Work& work);

}  // namespace ldfi::check
