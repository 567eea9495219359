// Where two executions of one system part, and what they do differently from then on.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "results/views/systems/history.hpp"

namespace ldfi::results {

/// `n0`: the node at which an event happens.
[[nodiscard]] std::string place_of(const History& history, std::size_t event);
/// `sends gossip#0 to n1, which is lost`: what happens there, without its time.
[[nodiscard]] std::string happening(const History& history, std::size_t event);

struct Difference {
  std::int64_t time = 0;
  std::string place;
  std::string what;
  bool here = false;  ///< in the first of the two alone; else in the other alone
};

struct Differences {
  bool same = true;
  std::string parting;           ///< where they part, in words
  std::vector<Difference> list;  ///< by time
  std::set<std::size_t> events;  ///< those of the first one that the other one has not
};

[[nodiscard]] Differences differences(const History& one, const History& other);

}  // namespace ldfi::results
