// Finds the relations that are stored on the disks of nodes (docs/explanation/semantics.md).
#pragma once

#include <map>
#include <set>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Returns true if the rule keeps all tuples of its relation, as r(X…)@next :- r(X…) does, without
/// further premises.
bool copies_table(const Rule& rule);

/// Returns true if the head of an `@next` rule equals one of its premises, so that the rule keeps a
/// tuple.
bool keeps_a_tuple(const Rule& rule);

/// Returns the relations that the program declares stable, and relations without a declaration
/// whose rules only copy them.
std::set<int> stable_relations(const Program& program);

/// Returns for each buffered relation (one that reaches the disk only by a sync) the relation of
/// its disk.
std::map<int, int> buffered_relations(const Program& program);

/// Adds the rules by which a sync writes the tuples of a buffered relation to its disk. Throws
/// Rejected if the program itself derives relations of disks.
void add_disks(Program& program);

}  // namespace ldfi::certificate
