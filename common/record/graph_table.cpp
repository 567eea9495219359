#include "common/record/graph_table.hpp"

#include <algorithm>

namespace ldfi {

const char* malformed(const GraphTable& graph) {
  const auto is_goal = [&graph](std::uint32_t index) { return index < graph.goals.size(); };
  const auto is_whole = [&](const GraphTable::Firing& firing) {
    return is_goal(firing.head) && std::ranges::all_of(firing.premises, is_goal);
  };
  if (!std::ranges::all_of(graph.firings, is_whole)) {
    return "a rule of a derivation graph has a goal that does not exist";
  }
  if (!std::ranges::all_of(graph.roots, is_goal)) {
    return "a root of a derivation graph is a goal that does not exist";
  }
  return nullptr;
}

}  // namespace ldfi
