// Which relations are on the disks of their nodes (docs/SEMANTICS.md, section 3).
#pragma once

#include <set>

#include "common/certificate/program.hpp"

namespace ldfi::certificate {

/// r(X…)@next :- r(X…), and nothing else.
bool copies_table(const Rule& rule);

/// What the program calls stable, and what has rules that copy it whole, and no others.
std::set<int> stable_relations(const Program& program);

}  // namespace ldfi::certificate
