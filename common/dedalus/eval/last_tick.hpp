// Shows the last tick of a Stepper as a Model, for a judge that reads only this tick.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::eval {

/// The tuples at the tick that the stepper has run last, which change with each run. The stepper
/// must outlive this object.
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
