// Crashes as outages, under the crash model `stop`: a node is down for good, or until it restarts
// (docs/SEMANTICS.md, section 3).
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "common/certificate/unroll.hpp"

namespace ldfi::certificate {

/// The input that says so: down from `at` on, or, if it works `after` that, from the next tick on;
/// until `back`, or for good (0).
std::string outage(const std::string& a, int at, bool after, int back);

class Outages {
 public:
  /// Adds an input for each that the limits admit, and which of them exclude each other. Both must outlive it.
  Outages(Unrolled& out, const Limits& limits);

  /// The node is down at the tick.
  int down(const std::string& node, int t);
  /// It is down, or just back.
  int away(const std::string& node, int t);
  /// It works at the tick, and sends nothing.
  int mutes(const std::string& node, int t);
  /// It crashes at the tick, for good.
  int crashes(const std::string& node, int t);
  /// It is back at the tick.
  int restarts(const std::string& node, int t);

 private:
  struct One {
    int literal = Circuit::no;
    int at = 0, down = 0, back = 0;
    [[nodiscard]] bool is_down(int t) const { return down <= t && (back == 0 || t < back); }
  };
  template <class Is>
  int any(const std::string& node, const Is& is);

  Unrolled& out_;
  std::map<std::string, std::vector<One>> of_;  ///< by node
  std::map<std::pair<std::string, int>, int> down_;
};

}  // namespace ldfi::certificate
