// Partitions: for some ticks, no message gets from some nodes to the others, or back (docs/SEMANTICS.md,
// section 3).
#pragma once

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "common/certificate/unroll.hpp"

namespace ldfi::certificate {

/// The input that says so.
std::string partition(const std::string& cut, int from, int until);

/// The names of a cut.
std::set<std::string> side_of(const std::string& cut);

class Partitions {
 public:
  /// Adds an input for each that the limits admit, and which of them exclude each other. Both must
  /// outlive it. Throws Rejected for a cut of what is no node.
  Partitions(Unrolled& out, const Limits& limits);

  /// Messages between these two that are sent at the tick are lost by one.
  int cut(const std::string& a, const std::string& b, int t);

 private:
  struct One {
    int literal = Circuit::no;
    int from = 0, until = 0;
  };
  Unrolled& out_;
  std::vector<std::pair<std::set<std::string>, std::vector<One>>> by_side_;
};

}  // namespace ldfi::certificate
