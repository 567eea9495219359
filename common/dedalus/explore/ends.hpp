// The goals of the failure-free run: the tuples that an execution is judged by, such as those of
// `pre`. The verdict on an explored execution depends on these goals and on the execution's last
// tick. Private to common/dedalus/explore.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::explore {

/// The goals of the failure-free run as a Model. Each tick of this model contains the tuples of
/// EOT.
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
  /// For each relation, its tuples at EOT in the failure-free run; empty if it is not a goal.
  std::vector<std::vector<eval::Tuple>> tuples_;
};

/// Returns true if a rule reads the time of a crash.
[[nodiscard]] bool reads_crash_time(const dedalus::Program& program);

}  // namespace ldfi::explore
