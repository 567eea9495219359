// Pauses, under the crash model `stop`: for some ticks a node does nothing, and forgets nothing
// (docs/SEMANTICS.md, section 3).
#pragma once

#include <map>
#include <string>
#include <vector>

#include "common/certificate/outages.hpp"
#include "common/certificate/unroll.hpp"

namespace ldfi::certificate {

/// The input that says so: paused from one tick on; at the other, it goes on.
std::string pause(const std::string& a, int from, int back);

class Pauses {
 public:
  /// Adds an input for each that the limits admit, and which of them exclude each other. All must outlive it.
  Pauses(Unrolled& out, const Limits& limits, Outages& outages);

  /// The node is paused at the tick.
  int paused(const std::string& node, int t);

 private:
  struct One {
    int literal = Circuit::no;
    int from = 0, back = 0;
  };

  Unrolled& out_;
  std::map<std::string, std::vector<One>> of_;  ///< by node
};

}  // namespace ldfi::certificate
