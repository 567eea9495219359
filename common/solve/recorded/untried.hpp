// The fault sets that are still to be executed, by what recordings say.
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

  /// Takes one more outcome into account. False if that cannot be done: then another one has to be
  /// made of all outcomes.
  [[nodiscard]] virtual bool add(const Outcome& outcome) = 0;
  /// The least fault set that no recording answers, by size and then by text, other than those that
  /// this returned before. Nothing if there is none.
  virtual std::optional<systems::FaultSet> next() = 0;
  /// next() does not return this one: somebody executes it already. All its faults are known.
  virtual void set_asked(const systems::FaultSet& faults) = 0;
  /// True if a recording answers it: what it does is known. All its faults are known.
  [[nodiscard]] virtual bool answered(const systems::FaultSet& faults) = 0;
  /// True if next() is not about to look below a counterexample.
  [[nodiscard]] virtual bool settled() { return true; }
  /// True if the last one that next() returned was steered to, or is below a counterexample.
  [[nodiscard]] virtual bool steered() const { return false; }
};

}  // namespace ldfi::recorded
