// Crashes as outages, under the crash model `stop`: a node is down for good, or until it restarts
// (docs/SEMANTICS.md, section 3).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

/// What a node is, by its name: down; or it works, sends nothing, and is down from the next tick on. A node
/// that is down for good is so one tick after EOT, too.
std::string down_spell(const std::string& node);
std::string mute_spell(const std::string& node);

class Outages {
 public:
  /// Adds inputs for those that the limits admit, and what excludes what. Both must outlive it. Throws
  /// Rejected where nodes come back after EOT.
  Outages(Unrolled& out, const Limits& limits);

  /// The node is down at the tick.
  int down(const std::string& node, int t) const;
  /// It is down, or just back.
  int away(const std::string& node, int t);
  /// It works at the tick, and sends nothing.
  int mutes(const std::string& node, int t) const;
  /// It crashes at the tick, for good.
  int crashes(const std::string& node, int t);
  /// It is back at the tick.
  int restarts(const std::string& node, int t);

 private:
  struct One {
    Spell down, mute;
    std::vector<int> for_good;  ///< by tick: it is down from then on
  };
  void add(const std::string& node, std::vector<int>& good, std::vector<int>& ended);
  void last_so_long(const Spell& down);

  Unrolled& out_;
  const Limits& limits_;
  std::map<std::string, One> of_;  ///< by node
};

}  // namespace ldfi::certificate
