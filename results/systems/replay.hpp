// How one executes again what is in a results file.
#pragma once

#include <cstdint>
#include <string>

namespace ldfi::results {

/// `ldfi-farm raft.yaml --replay 'O(n0,n1,append#3)'`, and the seed if it is not 1.
[[nodiscard]] std::string replay_command(const std::string& config, const std::string& faults,
                                         std::uint64_t seed);

}  // namespace ldfi::results
