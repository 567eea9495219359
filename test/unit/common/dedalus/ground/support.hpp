// Shows the facts of a universe as texts, for the tests of this folder.
#pragma once

#include "common/dedalus/ground/universe.hpp"

namespace ldfi::ground {

inline std::vector<std::string> facts(const Universe& u, const std::string& relation, int tick) {
  std::vector<std::string> out;
  for (FactId f : u.user_facts(*u.program().find(relation), Time(tick))) {
    out.push_back(u.text(f) + (u.certain(f) ? "!" : ""));
  }
  return out;
}

}  // namespace ldfi::ground
