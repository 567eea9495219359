// When the nodes of a recording are said to stand still. What reaches a node that does waits until it
// goes on, and then again if that is when the node stands still once more.
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

class Standstills {
 public:
  /// In the order of time.
  void add(const std::string& node, std::int64_t from, std::int64_t until) {
    all_[node].push_back({from, until});
  }
  /// Until when it does at that time. At the very time at which a pause begins it may have done
  /// something before.
  [[nodiscard]] std::optional<std::int64_t> until(const std::string& node,
                                                  std::int64_t time) const {
    const auto found = all_.find(node);
    if (found == all_.end()) return std::nullopt;
    const auto next = std::ranges::upper_bound(found->second, time, {}, &Pause::from);
    if (next == found->second.begin() || std::prev(next)->until <= time) return std::nullopt;
    return std::prev(next)->until;
  }
  /// A pause of the node begins then.
  [[nodiscard]] bool begins(const std::string& node, std::int64_t time) const {
    const auto found = all_.find(node);
    return found != all_.end() && std::ranges::binary_search(found->second, time, {}, &Pause::from);
  }
  /// When the node may get what reaches it then: at that time, and at the ends of the pauses that keep
  /// it waiting. Each is later than the one before.
  [[nodiscard]] std::vector<std::int64_t> times(const std::string& node, std::int64_t time) const {
    std::vector<std::int64_t> out{time};
    constexpr std::size_t most = 10'000;  // of what nobody can have recorded
    while (const auto next = out.size() < most ? until(node, out.back()) : std::nullopt) {
      out.push_back(*next);
    }
    return out;
  }
  /// It may get then what reaches it at that time.
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
