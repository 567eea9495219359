// An interface for finding the fault sets of a real system that remain to be executed, because
// recordings of other executions do not show what they do.
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

  /// Adds an outcome. Returns false if this object cannot store the outcome; then the caller must
  /// make a new object from all outcomes.
  [[nodiscard]] virtual bool add(const Outcome& outcome) = 0;
  /// Returns the least fault set that no recording answers and that was not returned before. Sets
  /// are compared by size and then by text. Returns nullopt if no such set is left.
  virtual std::optional<systems::FaultSet> next() = 0;
  /// Makes next() skip a fault set, because the fault set is being executed already. Requires that
  /// all its faults occur in outcomes.
  virtual void set_asked(const systems::FaultSet& faults) = 0;
  /// Returns true if a recording shows what happens under the fault set, so that its result is
  /// known. Requires that all its faults occur in outcomes.
  [[nodiscard]] virtual bool answered(const systems::FaultSet& faults) = 0;
  /// Returns false if a counterexample is known and the next fault set is smaller, so that the
  /// counterexample may not be the least.
  [[nodiscard]] virtual bool settled() { return true; }
  /// Returns true if a heuristic chose the last fault set, or if that set is smaller than a
  /// counterexample.
  [[nodiscard]] virtual bool steered() const { return false; }
};

}  // namespace ldfi::recorded
