// What stays from tick to tick, and how: which relations are persisted, and which stand on their
// node's disk, so that a restart finds them.
#pragma once

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Sets Relation::persisted.
void mark_persisted(Program& program);

/// True if the head of an `@next` rule is one of its premises, constants and all: it hands a tuple
/// on as it is, and writes nothing new.
[[nodiscard]] bool keeps(const Rule& rule);

/// Sets the Carrier of every inductive rule, and adds a rule Carrier::keep for each stable relation
/// that needs one. Relation::stable must be set where a program says so; here it is also set for
/// configuration: relations that nothing but `r(X…)@next :- r(X…)` derives. `declared` says, by
/// relation, whether the program itself says how it is stored.
void place_storage(Program& program, const std::vector<bool>& declared);

/// What is in the memory of a paused node stays there, and so does what arrives: adds a rule
/// Carrier::stand for each relation that needs one, as the last rules. Does nothing unless the
/// program has a relation `standing`.
void stand_still(Program& program);

/// True if the column, counted from 1, may be the data column: it holds strings, and is not the
/// node.
[[nodiscard]] bool has_data(const Relation& relation, std::uint32_t column);

/// Sets Program::damaged: the stored relations that were named, or all of them, with the columns
/// that were named, or the last ones; only those whose column may be a data column, unless damage
/// is detected.
void resolve_corruptions(Program& program, const Corruptions& wanted);

/// Makes what passes from tick to tick in Program::damaged stop where it is damaged, and adds the
/// rules by which "?" takes its place, as the last ones. Does nothing unless the program has a
/// relation `corrupted`.
void read_damaged(Program& program, const Corruptions& wanted);

/// `r(X0,X1)@next :- r(X0,X1)`, without its text.
Rule copy_of(const Program& program, RelationId relation, SourceRange where);

/// The names of the relations whose writes may fail, sorted: those that are stable or buffered, and
/// stand at nodes.
std::vector<std::string> stored_relations(const Program& program);

/// The names of the buffered relations, sorted.
std::vector<std::string> buffered_relations(const Program& program);

}  // namespace ldfi::dedalus
