// A cut of the network, as a partition makes it for some ticks (docs/explanation/semantics.md).
#pragma once

#include <set>
#include <string>
#include <vector>

namespace ldfi::certificate {

/// `b c` separates these nodes from all others in both directions. `b c>a d` loses only what b and
/// c send to a and d.
struct Cut {
  std::set<std::string> from, to;
  bool both = true;
  [[nodiscard]] bool loses(const std::string& a, const std::string& b) const {
    return both ? from.contains(a) != from.contains(b) : from.contains(a) && to.contains(b);
  }
};

/// Throws Rejected if a name is not that of a node, or if a side is empty.
Cut cut_of(const std::string& text, const std::vector<std::string>& nodes);

}  // namespace ldfi::certificate
