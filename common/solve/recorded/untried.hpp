// The interface for finding the fault sets that recordings leave to be executed.
#pragma once

#include <optional>

#include "common/solve/recorded/outcome.hpp"

namespace ldfi::recorded {

class Untried {
 public:
  Untried() = default;
  Untried(const Untried&) = delete;
  Untried& operator=(const Untried&) = delete;
  virtual ~Untried() = default;

  /// Adds an outcome. Returns false if that is impossible; then a new object must be made from all
  /// outcomes.
  [[nodiscard]] virtual bool add(const Outcome& outcome) = 0;
  /// Returns the least fault set that no recording answers and that was not returned before, by
  /// size and then by text. Returns nullopt if there is none.
  virtual std::optional<systems::FaultSet> next() = 0;
  /// Makes next() skip a fault set, because it is being executed already. Requires that all its
  /// faults occur in outcomes.
  virtual void set_asked(const systems::FaultSet& faults) = 0;
  /// Returns true if a recording answers for the fault set, so that its result is known. Requires
  /// that all its faults occur in outcomes.
  [[nodiscard]] virtual bool answered(const systems::FaultSet& faults) = 0;
  /// Returns true unless the next fault set is smaller than a known counterexample.
  [[nodiscard]] virtual bool settled() { return true; }
  /// Returns true if a heuristic chose the last fault set, or if that set is smaller than a
  /// counterexample.
  [[nodiscard]] virtual bool steered() const { return false; }
};

}  // namespace ldfi::recorded
