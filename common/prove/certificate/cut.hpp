// The nodes that a partition separates for some ticks (docs/explanation/semantics.md).
#pragma once

#include <set>
#include <string>
#include <vector>

namespace ldfi::certificate {

/// A way to divide the network. The text `b c` separates the nodes b and c from all others in both
/// directions. With the text `b c>a d`, only messages from b and c to a and d are lost.
struct Cut {
  std::set<std::string> from, to;
  bool both = true;
  [[nodiscard]] bool loses(const std::string& a, const std::string& b) const {
    return both ? from.contains(a) != from.contains(b) : from.contains(a) && to.contains(b);
  }
};

/// Returns the cut with this written form. Throws Rejected if a name is not the name of a node, or
/// if no node is on one side.
Cut cut_of(const std::string& text, const std::vector<std::string>& nodes);

}  // namespace ldfi::certificate
