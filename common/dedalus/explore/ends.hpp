// The goals of the failure-free run: the tuples by which an execution is judged, such as those of
// `pre`. To judge an execution, the explorer needs only these goals and the execution's last tick.
// Private to common/dedalus/explore.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::explore {

/// The goals of the failure-free run as a Model. At every tick, this model contains the goals at
/// EOT (the last tick), so the tick that is passed to its functions does not matter.
class Goals final : public eval::Model {
 public:
  Goals(const dedalus::Program& program, Time eot, const eval::Model& failure_free);
  [[nodiscard]] std::vector<eval::Tuple> tuples(RelationId relation, Time) const override {
    return tuples_[relation.index()];
  }
  [[nodiscard]] bool contains(RelationId relation, Time,
                              std::span<const eval::Value> tuple) const override;
  [[nodiscard]] std::size_t size() const override { return 0; }

 private:
  /// For each relation, its tuples at EOT in the failure-free run; empty if the relation is not a
  /// goal.
  std::vector<std::vector<eval::Tuple>> tuples_;
};

/// Returns true if a rule of the program depends on the time at which a node crashes.
[[nodiscard]] bool reads_crash_time(const dedalus::Program& program);

}  // namespace ldfi::explore
