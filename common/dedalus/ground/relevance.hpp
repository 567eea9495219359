// Which facts can matter to the verdict, as far as the rules alone tell: those from which a chain
// of rules leads to a goal at EOT, or to arithmetic that could fail. Most facts of the last ticks
// are too late for that, and many facts are derived only for people to look at.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::ground {

/// Facts of the relation decide the verdict, from this tick on until EOT.
struct GoalRelation {
  RelationId relation;
  Time from;
};

/// What decides the verdict (docs/explanation/verdicts.md), by relation. With specifications: what they judge. Where
/// channels are fifo, also what tells that an execution is none.
std::vector<GoalRelation> goal_relations(const dedalus::Program& program, int eot);

class Relevance {
 public:
  /// `program` must outlive this.
  Relevance(const dedalus::Program& program, const Fspec& fspec,
            const std::vector<GoalRelation>& goals);

  /// If false, the verdict is the same whatever the relation holds at the tick. Requires 1 ≤ `at` ≤
  /// EOT.
  [[nodiscard]] bool matters(RelationId relation, Time at) const {
    const auto left = static_cast<std::size_t>(eot_ - at.tick());
    return rows_[std::min(left, rows_.size() - 1)][relation.index()];
  }

 private:
  using Row = std::vector<bool>;  ///< by relation

  void look_back(const std::vector<GoalRelation>& goals);
  Row before(const Row& next, Time at);
  void close(Row& row, Time at);
  void mark(const dedalus::Rule& rule, Time at, Row& row);

  const dedalus::Program& program_;
  int eot_;
  Row always_;             ///< matter at every tick
  std::vector<Row> rows_;  ///< by ticks left until EOT; the last row also stands for more
  std::set<std::pair<Time, RelationId>> pinned_;  ///< read by rel@T, so they matter at that tick
};

/// True if no arithmetic can fail in an execution of `eot` ticks: it only adds constants to values,
/// never within a recursive stratum, so every value stays small.
[[nodiscard]] bool arithmetic_is_safe(const dedalus::Program& program, int eot);

}  // namespace ldfi::ground
