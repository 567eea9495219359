// When the nodes of a recording are said to be down.
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
    bool down = false;   ///< also at the very times at which an outage begins and ends
    bool back = false;   ///< and the node comes back from it
    bool first = false;  ///< and it begins then
  };

  /// `back`: nothing if it is for good.
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
