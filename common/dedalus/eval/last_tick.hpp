// Shows the last tick of a Stepper (an evaluator of single ticks) as a Model, so that code which
// judges a Model by its last tick can judge the stepper's state.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::eval {

/// The tuples at the tick that `step` evaluated last. They change whenever the stepper runs. `step`
/// must outlive this object. The functions ignore the tick that is passed to them.
class LastTick final : public Model {
 public:
  explicit LastTick(const Stepper& step) : step_(step) {}
  [[nodiscard]] std::vector<Tuple> tuples(RelationId relation, Time) const override {
    return step_.tuples(relation);
  }
  [[nodiscard]] bool contains(RelationId relation, Time,
                              std::span<const Value> tuple) const override;
  [[nodiscard]] std::size_t size() const override { return 0; }

 private:
  const Stepper& step_;
};

}  // namespace ldfi::eval
