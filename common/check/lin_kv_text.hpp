// The words for a violation of the checker lin-kv.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/check/history.hpp"
#include "common/check/linearizable.hpp"

namespace ldfi::check {

/// Error codes of answers [Maelstrom, docs/protocol.md].
constexpr std::int64_t no_such_key = 20;
constexpr std::int64_t precondition_failed = 22;

/// Says which operation fits nowhere, why, and what can be ordered before it. `calls` are of one key.
[[nodiscard]] std::string text_of_conflict(const History& history,
                                           const std::vector<RegisterCall>& calls,
                                           const Conflict& conflict);

}  // namespace ldfi::check
