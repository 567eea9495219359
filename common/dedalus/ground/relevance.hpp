// Finds, from the rules alone, which facts can matter to the verdict. A chain of rules must lead
// from such a fact to a goal at EOT, or to arithmetic that could fail. Many facts of the last ticks
// come too late for this, and many facts are only for people to look at.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::ground {

/// A relation whose facts decide the verdict at the ticks from `from` to EOT.
struct GoalRelation {
  RelationId relation;
  Time from;
};

/// Returns the relations that decide the verdict (docs/explanation/verdicts.md): pre, post and the
/// relations of specifications. A program without them is judged by all persisted relations. If
/// channels are fifo, the relation of overtaken messages is added.
std::vector<GoalRelation> goal_relations(const dedalus::Program& program, int eot);

class Relevance {
 public:
  /// `program` must outlive this object.
  Relevance(const dedalus::Program& program, const Fspec& fspec,
            const std::vector<GoalRelation>& goals);

  /// Returns false if the verdict does not depend on the relation's facts at tick `at`. Requires 1
  /// ≤ `at` ≤ EOT.
  [[nodiscard]] bool matters(RelationId relation, Time at) const {
    const auto left = static_cast<std::size_t>(eot_ - at.tick());
    return rows_[std::min(left, rows_.size() - 1)][relation.index()];
  }

 private:
  using Row = std::vector<bool>;  ///< indexed by relation

  void look_back(const std::vector<GoalRelation>& goals);
  Row before(const Row& next, Time at);
  void close(Row& row, Time at);
  void mark(const dedalus::Rule& rule, Time at, Row& row);

  const dedalus::Program& program_;
  int eot_;
  Row always_;  ///< for each relation, true if it matters at every tick
  /// The relations that matter, indexed by the number of ticks left until EOT. The last row also
  /// applies to all earlier ticks.
  std::vector<Row> rows_;
  /// The tick T and the relation of each relevant literal rel(…)@T. The relation matters at T.
  std::set<std::pair<Time, RelationId>> pinned_;
};

/// Returns true if no arithmetic can fail in an execution of `eot` ticks. This requires that
/// arithmetic only adds constants, and never within a recursive stratum. Then every value stays
/// small.
[[nodiscard]] bool arithmetic_is_safe(const dedalus::Program& program, int eot);

}  // namespace ldfi::ground
