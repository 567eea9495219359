#include "common/systems/faults/fspec.hpp"

#include <algorithm>

namespace ldfi::systems {

bool Fspec::has_node(std::string_view name) const {
  return std::ranges::find(nodes, name) != nodes.end();
}

bool Fspec::is_reliable(std::string_view node) const {
  return std::ranges::find(reliable, node) != reliable.end();
}

bool Fspec::may_crash(std::string_view node) const {
  return crashes > 0 && is_crashable(node);
}

bool Fspec::may_restart(std::string_view node) const {
  return restarts > 0 && is_crashable(node);
}

bool Fspec::may_pause(std::string_view node) const {
  return pauses > 0 && has_node(node) &&
         (!pausable || std::ranges::find(*pausable, node) != pausable->end());
}

bool Fspec::is_crashable(std::string_view node) const {
  return has_node(node) && (!crashable || std::ranges::find(*crashable, node) != crashable->end());
}

bool Fspec::may_crash_now(std::optional<std::int64_t> before, std::int64_t now) const {
  return crash_times.empty() || std::ranges::any_of(crash_times, [&](std::int64_t time) {
           return (!before || *before < time) && time <= now;
         });
}

Cut Fspec::cut_at(const Border& border, std::int64_t time) const {
  const std::int64_t begin = from + (time - from) / window * window;
  return {border, begin, begin + window};
}

}  // namespace ldfi::systems
