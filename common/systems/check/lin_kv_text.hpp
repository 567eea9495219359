// Describes violations of the checker lin-kv in words.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/systems/check/history.hpp"
#include "common/systems/check/linearizable.hpp"

namespace ldfi::check {

/// Error codes in answers [Maelstrom, Protocol].
constexpr std::int64_t no_such_key = 20;
constexpr std::int64_t precondition_failed = 22;

/// Returns the text of a violation: the operation that no order allows, the reason, and how many
/// operations before it have a possible order. Requires that all `calls` are about one key.
[[nodiscard]] std::string text_of_conflict(const History& history,
                                           const std::vector<RegisterCall>& calls,
                                           const Conflict& conflict);

}  // namespace ldfi::check
