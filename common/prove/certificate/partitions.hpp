// Partitions: for some ticks, no message gets from some nodes to the others, or back, or both (docs/SEMANTICS.md,
// section 3).
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

/// What the network is, by the name of a cut.
std::string cut_spell(const std::string& cut);

/// `b c`: these from the others, in both directions; `b c>a d`: what b and c send a and d.
struct Cut {
  std::set<std::string> from, to;
  bool both = true;
  [[nodiscard]] bool loses(const std::string& a, const std::string& b) const {
    return both ? from.contains(a) != from.contains(b) : from.contains(a) && to.contains(b);
  }
};
/// Throws Rejected if it is of what is no node, or of nobody.
Cut cut_of(const std::string& text, const std::vector<std::string>& nodes);

class Partitions {
 public:
  /// Adds inputs for those that the limits admit, and what excludes what. Both must outlive it. Throws Rejected likewise.
  Partitions(Unrolled& out, const Limits& limits);

  /// Messages between these two that are sent at the tick are lost by one.
  int cut(const std::string& a, const std::string& b, int t);

 private:
  Unrolled& out_;
  std::vector<std::pair<Cut, Spell>> by_cut_;
};

}  // namespace ldfi::certificate
