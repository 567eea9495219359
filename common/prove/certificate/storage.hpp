// Finds the relations that are on the disks of their nodes (docs/explanation/semantics.md).
#pragma once

#include <map>
#include <set>

#include "common/prove/certificate/program.hpp"

namespace ldfi::certificate {

/// Returns true for r(X…)@next :- r(X…), without anything else.
bool copies_table(const Rule& rule);

/// Returns true if the head of an `@next` rule equals one of its premises, so that the rule passes
/// a tuple on unchanged.
bool hands_on(const Rule& rule);

/// Returns the relations that the program declares stable, and those without a declaration whose
/// rules copy them whole.
std::set<int> stable_relations(const Program& program);

/// Returns the buffered relations, each with the relation of its disk.
std::map<int, int> buffered_relations(const Program& program);

/// Adds rules by which a sync writes the results of a buffered relation's `@next` rules to its
/// disk. Throws Rejected if the program itself derives relations about disks.
void add_disks(Program& program);

}  // namespace ldfi::certificate
