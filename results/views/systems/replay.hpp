// How one executes again what is in a results file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::results {

/// `ldfi-farm raft.yaml --replay 'O(n0,n1,append#3)'`, the deliveries if there are not all, the seed if it is
/// not 1, and what is `said` in place of what the config says: `eot=500ms`.
[[nodiscard]] std::string replay_command(const std::string& config, const std::string& faults,
                                         std::uint64_t seed,
                                         const std::vector<std::string>& said = {},
                                         const std::optional<std::string>& deliveries = {});

}  // namespace ldfi::results
