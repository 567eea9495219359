// Which relations are on the disks of their nodes (docs/explanation/semantics.md).
#pragma once

#include <map>
#include <set>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// r(X…)@next :- r(X…), and nothing else.
bool copies_table(const Rule& rule);

/// The head of an `@next` rule is one of its premises, constants and all: it hands a tuple on as it is.
bool hands_on(const Rule& rule);

/// What the program calls stable, and what has rules that copy it whole, and no others.
std::set<int> stable_relations(const Program& program);

/// Relations that the program calls buffered, and of each the one that its disk is.
std::map<int, int> buffered_relations(const Program& program);

/// Adds rules by which a sync writes: what the `@next` rules of a buffered relation make is on its disk.
/// Throws Rejected if the program derives itself what tells of disks.
void add_disks(Program& program);

}  // namespace ldfi::certificate
