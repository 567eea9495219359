// Makes the command that repeats an execution from a results file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::results {

/// Returns a command such as `ldfi-farm raft.yaml --replay 'O(n0,n1,append#3)'`. It has options for
/// `deliveries`, if only some messages may arrive, and for a seed other than 1. `said` are the options that
/// replaced values of the config, such as `eot=500ms`.
[[nodiscard]] std::string replay_command(const std::string& config, const std::string& faults,
                                         std::uint64_t seed,
                                         const std::vector<std::string>& said = {},
                                         const std::optional<std::string>& deliveries = {});

}  // namespace ldfi::results
