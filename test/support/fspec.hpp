// Makes an Fspec in one line.
//
//   Search s(text, fspec(4, 2, 1, {"a", "b"}));   // EOT, EFF, crashes, nodes
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"

namespace ldfi::test {

inline FspecParameters fspec(int eot, int eff, int crashes, std::vector<std::string> nodes) {
  FspecParameters out;
  out.eot = eot;
  out.eff = eff;
  out.crashes = crashes;
  out.nodes = std::move(nodes);
  return out;
}

}  // namespace ldfi::test
