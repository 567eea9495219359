// Describes the relations through which rules observe faults, one row for each relation. A row has
// the relation's name and columns, when its facts may hold, and a text that explains why a fact
// does not hold. `crash` has no row, because its facts hold at every node and tick.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "common/faults/fault_fact.hpp"

namespace ldfi {

class Fspec;

/// A relation about faults, and its columns. The first column is a node. The other columns follow
/// in the order of the members `receiver`, `relation` and `ticks`.
struct FaultRelationRow {
  FaultRelation which;
  FaultFact::Kind fact;
  /// Name of the relation. A name with brackets cannot occur in a program, so only generated rules
  /// read the relation.
  std::string_view name;
  std::string_view shown;  ///< name of the relation in reports for users
  bool receiver = false;   ///< true if a column holds the receiver of messages
  /// True if a column holds the relation that the fact is about. If it is about messages, the
  /// column exists only if messages are delayed by relation.
  bool relation = false;
  bool ticks = false;  ///< true if the last column holds a number of ticks, by which messages are
                       ///< late
  /// Returns true if an admissible fault set can make the fact hold.
  bool (*possible)(const Fspec& fspec, const FaultFact& fact);
  /// Returns true if rules can read the facts of this relation. Null if they always can.
  bool (*seen)(const Fspec& fspec);
  /// Reason for users why a fact does not hold, as a format text. Its fields are {node}, {to}, {of}
  /// (the relation), {of_relation} (` of ` and the relation, or empty if the relation is unknown),
  /// {at}, {before} (the previous tick) and {tuple}.
  std::string_view absent;
  std::string_view absent_anywhere;  ///< reason if the fact is about any node; if empty, `absent`
                                     ///< is used

  /// Returns true if only generated rules read the relation.
  [[nodiscard]] constexpr bool internal() const { return name.back() == ']'; }
  /// Returns true if programs may read the relation and its only column is a node.
  [[nodiscard]] constexpr bool of_node() const {
    return !internal() && !receiver && !relation && !ticks;
  }
};

/// Returns the rows in the order of FaultRelation.
[[nodiscard]] const std::array<FaultRelationRow, fault_relation_count>& fault_relations();
[[nodiscard]] inline const FaultRelationRow& row_of(FaultRelation relation) {
  return fault_relations()[static_cast<std::size_t>(relation)];
}
[[nodiscard]] inline std::string_view name_of(FaultRelation relation) {
  return row_of(relation).name;
}
/// Returns the row of the relation with this name, or nullptr if no relation about faults has the
/// name.
[[nodiscard]] const FaultRelationRow* fault_relation_named(std::string_view name);

/// Calls action(fact) with each fact of the relation that an admissible fault set can make hold at
/// the tick. The order is by node, receiver, ticks and relation.
void each_possible_fact(const Fspec& fspec, const FaultRelationRow& row, Time at,
                        const std::function<void(const FaultFact&)>& action);

}  // namespace ldfi
