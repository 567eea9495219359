// Determines which relations are persisted (copied from tick to tick), and which are stored on
// their node's disk, so that a restarted node still has their tuples.
#pragma once

#include "common/dedalus/language/program.hpp"

namespace ldfi::dedalus {

/// Sets Relation::persisted of every relation: whether a rule copies its tuples to the next tick.
void mark_persisted(Program& program);

/// Returns true if an `@next` rule derives only tuples that hold already, because its head equals
/// one of its premises. Such a rule writes nothing new.
[[nodiscard]] bool keeps(const Rule& rule);

/// Sets Rule::carrier of every inductive rule. Adds a rule with Carrier::keep for each stable
/// relation that no rule copies as a whole. `declared` has for each relation whether a storage
/// statement declares it; for these, Relation::stable must be set. Other relations become stable if
/// they are configuration: only a rule `r(X…)@next :- r(X…)` derives them.
void place_storage(Program& program, const std::vector<bool>& declared);

/// Adds rules by which a paused node keeps its memory and the messages that arrive. They come after
/// all other rules, and have Carrier::stand. Does nothing unless the program has a relation
/// `standing`.
void keep_while_paused(Program& program);

/// Returns true if faults can damage this column, counted from 1. It must hold strings, and must
/// not be the column that holds the tuple's node.
[[nodiscard]] bool has_data(const Relation& relation, std::uint32_t column);

/// Sets Program::damaged, the columns that faults may damage. `wanted` may name relations and
/// columns. Otherwise, the last columns of all relations on disks may be damaged. Unless nodes
/// detect damage, leaves out columns for which has_data() is false.
void resolve_corruptions(Program& program, const Corruptions& wanted);

/// Changes the rules that copy tuples with damageable columns (Program::damaged), so that they do
/// not copy damaged tuples. Unless nodes detect damage, adds rules that derive "?" in place of the
/// damaged value. Does nothing unless the program has a relation `corrupted`.
void read_damaged(Program& program, const Corruptions& wanted);

/// Returns an inductive rule that copies the relation, such as `r(X0,X1)@next :- r(X0,X1)`. Its
/// text is empty.
Rule copy_of(const Program& program, RelationId relation, SourceRange where);

/// Returns the sorted names of the relations whose writes to disk may fail. These are the stable
/// and buffered relations whose tuples are at nodes.
std::vector<std::string> stored_relations(const Program& program);

/// Returns the sorted names of the buffered relations.
std::vector<std::string> buffered_relations(const Program& program);

}  // namespace ldfi::dedalus
