// Makes the command that executes an execution of a results file again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::results {

/// Returns a command such as `ldfi-farm raft.yaml --replay 'O(n0,n1,append#3)'`. `said` are the
/// options that replaced values of the config, such as `eot=500ms`. `deliveries` are the messages
/// that may arrive, if not all may. The seed is left out if it is 1.
[[nodiscard]] std::string replay_command(const std::string& config, const std::string& faults,
                                         std::uint64_t seed,
                                         const std::vector<std::string>& said = {},
                                         const std::optional<std::string>& deliveries = {});

}  // namespace ldfi::results
