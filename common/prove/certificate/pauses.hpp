// Pauses, under the crash model `stop`: for some ticks a node does nothing, and forgets nothing
// (docs/SEMANTICS.md, section 3).
#pragma once

#include <map>
#include <string>

#include "common/prove/certificate/outages.hpp"
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

/// What a node is, by its name.
std::string pause_spell(const std::string& node);

class Pauses {
 public:
  /// Adds inputs for those that the limits admit, and what excludes what. All must outlive it.
  Pauses(Unrolled& out, const Limits& limits, Outages& outages);

  /// The node is paused at the tick.
  int paused(const std::string& node, int t) const;

 private:
  std::map<std::string, Spell> of_;  ///< by node
};

}  // namespace ldfi::certificate
