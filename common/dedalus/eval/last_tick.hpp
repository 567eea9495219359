// The tick that a stepper has run, as a model for a judge that asks about no other.
#pragma once

#include <span>
#include <vector>

#include "common/dedalus/eval/stepper.hpp"

namespace ldfi::eval {

/// What holds then; the stepper must outlive it, and what it says changes with the stepper.
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
