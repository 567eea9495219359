// Which facts can matter to the verdict, seen from the rules alone: those that some chain of rules
// leads from to a goal at EOT, or to arithmetic that could fail. What happens in the last ticks is
// mostly too late for that, and much is only there to be looked at.
#pragma once

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi::ground {

/// The relations whose facts at EOT decide the verdict (SEMANTICS §4).
std::vector<RelationId> goal_relations(const dedalus::Program& program);

class Relevance {
 public:
  /// `goals`: the relations whose facts at EOT decide the verdict.
  Relevance(const dedalus::Program& program, const Fspec& fspec,
            const std::vector<RelationId>& goals);

  /// False: whatever the relation holds at the tick (1 … EOT), the verdict is the same.
  [[nodiscard]] bool matters(RelationId relation, Time at) const {
    const auto left = static_cast<std::size_t>(eot_ - at.tick());
    return rows_[std::min(left, rows_.size() - 1)][relation.index()];
  }

 private:
  using Row = std::vector<bool>;  ///< by relation

  void look_back(const std::vector<RelationId>& goals);
  Row before(const Row& next, Time at);
  void close(Row& row, Time at);
  void mark(const dedalus::Rule& rule, Time at, Row& row);

  const dedalus::Program& program_;
  int eot_;
  Row always_;             ///< matter at every tick
  std::vector<Row> rows_;  ///< by ticks left until EOT; the last holds for all before, too
  std::set<std::pair<Time, RelationId>> pinned_;  ///< matter at that tick: rel@T
};

/// True if no arithmetic can fail in any execution of so many ticks: it only adds constants to
/// values, so that none gets far, and never within a recursive stratum.
[[nodiscard]] bool arithmetic_is_safe(const dedalus::Program& program, int eot);

}  // namespace ldfi::ground
