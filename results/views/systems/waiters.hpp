// Finds the messages and requests that waited for a paused node, for the story of an execution. Private
// to results.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

struct Waiter {
  std::int64_t since = 0;  ///< time from which on it waits, in nanoseconds
  /// Index of the event in which the node receives the message or the request. If the node never
  /// receives it, the number of all events.
  std::size_t got = 0;
  std::string what;  ///< the message or the request in words
};

/// Returns for each node the messages and requests that waited for it, in the order in which the node
/// receives them.
[[nodiscard]] std::map<std::string, std::vector<Waiter>> waiters_of(const History& history);

}  // namespace ldfi::results
