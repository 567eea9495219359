// The pauses of all nodes of a recording. A message to a paused node waits until the node resumes.
// If the next pause begins at that moment, the message also waits for the end of that pause.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::systems {

class NodePauses {
 public:
  /// Adds a pause. The pauses of one node must be added in the order of time.
  void add(const std::string& node, std::int64_t from, std::int64_t until) {
    all_[node].push_back({from, until});
  }
  /// Returns the end of the node's pause at this time, or nullopt if the node is not paused. The
  /// time at which a pause begins counts as paused, although an event may still happen before the
  /// pause at that time.
  [[nodiscard]] std::optional<std::int64_t> until(const std::string& node,
                                                  std::int64_t time) const {
    const auto found = all_.find(node);
    if (found == all_.end()) return std::nullopt;
    const auto next = std::ranges::upper_bound(found->second, time, {}, &Pause::from);
    if (next == found->second.begin() || std::prev(next)->until <= time) return std::nullopt;
    return std::prev(next)->until;
  }
  /// Returns true if a pause of the node begins at this time.
  [[nodiscard]] bool begins(const std::string& node, std::int64_t time) const {
    const auto found = all_.find(node);
    return found != all_.end() && std::ranges::binary_search(found->second, time, {}, &Pause::from);
  }
  /// Returns the times at which the node may receive a message that arrives at `time`, ascending.
  /// These are `time` itself, and the ends of the pauses for which the message waits.
  [[nodiscard]] std::vector<std::int64_t> times(const std::string& node, std::int64_t time) const {
    std::vector<std::int64_t> out{time};
    constexpr std::size_t most = 10'000;  // largest number of results, in case the recording is
                                          // malformed
    while (const auto next = out.size() < most ? until(node, out.back()) : std::nullopt) {
      out.push_back(*next);
    }
    return out;
  }
  /// Returns true if the node may receive at `time` a message that arrives at `arrives`.
  [[nodiscard]] bool may_get(const std::string& node, std::int64_t arrives,
                             std::int64_t time) const {
    if (arrives == time) return true;
    const std::vector<std::int64_t> all =
        all_.empty() ? std::vector<std::int64_t>() : times(node, arrives);
    return std::ranges::find(all, time) != all.end();
  }

 private:
  struct Pause {
    std::int64_t from = 0;
    std::int64_t until = 0;
  };
  std::map<std::string, std::vector<Pause>> all_;
};

}  // namespace ldfi::systems
