// What stays from tick to tick, and how: which relations are persisted, and which stand on their
// node's disk, so that a restart finds them.
#pragma once

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Sets Relation::persisted.
void mark_persisted(Program& program);

/// Sets the Carrier of every inductive rule, and adds a rule Carrier::keep for each stable relation
/// that needs one. Relation::stable must be set where a program says so; here it is also set for
/// configuration: relations that nothing but `r(X…)@next :- r(X…)` derives. `declared` says, by
/// relation, whether the program itself says how it is stored.
void place_storage(Program& program, const std::vector<bool>& declared);

/// The stable relations that stand at nodes, sorted by name.
std::vector<std::string> stored_relations(const Program& program);

}  // namespace ldfi::dedalus
