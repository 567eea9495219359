// Determines how tuples persist from tick to tick: which relations are persisted, and which are on
// their node's disk, so that a restart finds them.
#pragma once

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Sets Relation::persisted.
void mark_persisted(Program& program);

/// Returns true if the head of an `@next` rule equals one of its premises, including constants.
/// Such a rule keeps a tuple as it is, and writes nothing new.
[[nodiscard]] bool keeps(const Rule& rule);

/// Sets the Carrier of every inductive rule, and adds a rule Carrier::keep for each stable relation
/// that needs one. Relation::stable must be set already where the program declares it. This
/// function also sets it for configuration: relations that only `r(X…)@next :- r(X…)` derives.
/// `declared` tells, by relation, whether the program itself declares its storage.
void place_storage(Program& program, const std::vector<bool>& declared);

/// Makes a paused node keep its memory and what arrives. Adds a rule Carrier::stand, after all
/// others, for each relation that needs one. Does nothing unless the program has a relation
/// `standing`.
void stand_still(Program& program);

/// Returns true if the column, counted from 1, may be the data column: it holds strings and is not
/// the node's column.
[[nodiscard]] bool has_data(const Relation& relation, std::uint32_t column);

/// Sets Program::damaged, the columns that may be damaged. Takes the named relations and columns;
/// by default all stored relations, and the last column of each. Unless damage is detected, leaves
/// out columns that cannot be data columns.
void resolve_corruptions(Program& program, const Corruptions& wanted);

/// Makes rules that pass on tuples of Program::damaged stop where these are damaged. Unless damage
/// is detected, adds rules, after all others, that derive "?" instead. Does nothing unless the
/// program has a relation `corrupted`.
void read_damaged(Program& program, const Corruptions& wanted);

/// Returns the rule `r(X0,X1)@next :- r(X0,X1)` for a relation r, without its text.
Rule copy_of(const Program& program, RelationId relation, SourceRange where);

/// Returns the sorted names of the relations whose writes may fail: stable or buffered relations
/// that are located at nodes.
std::vector<std::string> stored_relations(const Program& program);

/// Returns the sorted names of the buffered relations.
std::vector<std::string> buffered_relations(const Program& program);

}  // namespace ldfi::dedalus
