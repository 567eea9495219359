// The relations through which rules see facts about faults: one row for each relation. A row says
// how the relation is named, which columns it has, when its facts may hold, and what views say if
// they do not hold. `crash` is not among them: its facts hold at every node and tick.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>

#include "common/faults/fault_fact.hpp"

namespace ldfi {

class Fspec;

/// The first column of every relation is the node of the fact. The other columns follow in the
/// order of the members `receiver`, `relation` and `ticks`.
struct FaultRelationRow {
  FaultRelation which;
  FaultFact::Kind fact;
  /// Name of the relation. A program cannot write a name with brackets, so only generated rules
  /// read such a relation.
  std::string_view name;
  std::string_view shown;  ///< name in views
  bool receiver = false;   ///< true if a column holds the receiver of messages
  /// True if a column holds the relation of the fact. Relations of messages have a column only if
  /// they are late on their own.
  bool relation = false;
  bool ticks = false;  ///< true if the last column holds the ticks of the fact
  /// True if some admissible fault set makes the fact hold.
  bool (*possible)(const Fspec& fspec, const FaultFact& fact);
  /// True if rules see facts that hold. Null if they always do.
  bool (*seen)(const Fspec& fspec);
  /// Reason why a fact does not hold, as a format for {node}, {to}, {of} (the relation),
  /// {of_relation} (` of ` and the relation, or empty if it is not known), {at}, {before} (the tick
  /// before) and {tuple}.
  std::string_view absent;
  std::string_view absent_anywhere;  ///< reason if the node may be any; empty: as `absent`

  /// True if only generated rules read the relation.
  [[nodiscard]] constexpr bool internal() const { return name.back() == ']'; }
  /// True if programs may read the relation and its only column is a node.
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
/// Returns the row of the relation with this name, or nullptr if there is none.
[[nodiscard]] const FaultRelationRow* fault_relation_named(std::string_view name);

/// Calls action(fact) with the facts of the relation that some admissible fault set makes hold at
/// the tick, in the order of nodes, receivers, ticks and relations.
void each_possible_fact(const Fspec& fspec, const FaultRelationRow& row, Time at,
                        const std::function<void(const FaultFact&)>& action);

}  // namespace ldfi
