// The times at which the nodes of a recording are down.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ldfi::systems {

class Outages {
 public:
  struct Found {
    /// True if the node is down at the given time, or if an outage begins or ends exactly then.
    bool down = false;
    bool back = false;   ///< true if the node restarts after that outage
    bool first = false;  ///< true if an outage with a restart begins exactly at the given time
  };

  /// Adds an outage. `back` is the time of the restart, or nullopt if there is none.
  void add(const std::string& node, std::int64_t from, std::optional<std::int64_t> back) {
    all_[node].push_back({from, back});
  }
  [[nodiscard]] bool of(const std::string& node) const { return all_.contains(node); }
  [[nodiscard]] Found at(const std::string& node, std::int64_t time) const {
    Found out;
    const auto found = all_.find(node);
    if (found == all_.end()) return out;
    for (const auto& [from, back] : found->second) {
      if (time < from || (back && *back < time)) continue;
      out.down = true;
      out.back = out.back || back;
      out.first = out.first || (back && time == from);
    }
    return out;
  }

 private:
  struct Outage {
    std::int64_t from = 0;
    std::optional<std::int64_t> back;
  };
  std::map<std::string, std::vector<Outage>> all_;
};

}  // namespace ldfi::systems
