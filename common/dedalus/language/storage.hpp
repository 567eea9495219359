// Determines how tuples get from tick to tick: which relations are persisted, and which are on
// their node's disk, so that a restarted node still has them.
#pragma once

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Sets Relation::persisted of every relation.
void mark_persisted(Program& program);

/// Returns true if the head of an `@next` rule equals one of its premises. Such a rule keeps a
/// tuple and writes nothing new.
[[nodiscard]] bool keeps(const Rule& rule);

/// Sets the Carrier of every inductive rule, and adds a rule with Carrier::keep for each stable
/// relation that needs one. Requires that Relation::stable is set where the program declares it.
/// Also sets Relation::stable of configuration: relations that only `r(X…)@next :- r(X…)` derives.
/// `declared` has for each relation whether the program declares its storage.
void place_storage(Program& program, const std::vector<bool>& declared);

/// Makes a paused node keep its memory and the messages that arrive. Adds a rule with
/// Carrier::stand, after all others, for each relation that needs one. Does nothing unless the
/// program has a relation `standing`.
void keep_while_paused(Program& program);

/// Returns true if this column, counted from 1, may hold data that can be damaged: it holds strings
/// and is not the column of the node.
[[nodiscard]] bool has_data(const Relation& relation, std::uint32_t column);

/// Sets Program::damaged, the columns that may be damaged. By default, these are the last columns
/// of all stored relations; `wanted` may name relations and columns. Unless nodes detect damage,
/// leaves out columns for which has_data() is false.
void resolve_corruptions(Program& program, const Corruptions& wanted);

/// Changes the rules that pass on tuples of Program::damaged, so that damaged tuples are not passed
/// on. Unless nodes detect damage, adds rules, after all others, that derive "?" instead. Does
/// nothing unless the program has a relation `corrupted`.
void read_damaged(Program& program, const Corruptions& wanted);

/// Returns a rule `r(X0,X1)@next :- r(X0,X1)` for the relation, without its text.
Rule copy_of(const Program& program, RelationId relation, SourceRange where);

/// Returns the sorted names of the relations whose writes may fail: stable or buffered relations
/// that are located at nodes.
std::vector<std::string> stored_relations(const Program& program);

/// Returns the sorted names of the buffered relations.
std::vector<std::string> buffered_relations(const Program& program);

}  // namespace ldfi::dedalus
