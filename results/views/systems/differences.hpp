// Compares two executions of a system: finds the event at which they diverge, and the later
// differences.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// Returns the name of the node at which an event happens: `n0`.
[[nodiscard]] std::string place_of(const History& history, std::size_t event);
/// Returns a text about an event, without its time and the node at which it happens: `sends
/// gossip#0 to n1, which is lost`.
[[nodiscard]] std::string happening(const History& history, std::size_t event);

struct Difference {
  std::int64_t time = 0;
  std::string place;
  std::string what;
  /// True if only the first execution has the event, false if only the second one does.
  bool here = false;
};

struct Differences {
  bool same = true;
  /// Text about the first difference. Empty if the executions are the same.
  std::string parting;
  std::vector<Difference> list;  ///< differences, sorted by time
  /// Indices of the events in the first execution that the second one does not have.
  std::set<std::size_t> events;
};

/// Compares two executions. An event that only happens at another time is not a difference.

[[nodiscard]] Differences differences(const History& one, const History& other);

}  // namespace ldfi::results
