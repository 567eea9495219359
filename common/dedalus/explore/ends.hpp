// The goals of the failure-free run. To judge an explored execution, they are needed besides its
// last tick. Private to common/dedalus/explore.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/eval/model.hpp"

namespace ldfi::explore {

/// The goals of the failure-free run as a Model.
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
  std::vector<std::vector<eval::Tuple>> tuples_;  ///< indexed by relation
};

/// Returns true if a rule reads the time of a crash.
[[nodiscard]] bool asks_when(const dedalus::Program& program);

}  // namespace ldfi::explore
