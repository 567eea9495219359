// Caps for numbers that grow, which are tried if --cap is not given: many such numbers stay small in
// every execution.
//
//   SmallCaps caps(claim);
//   while (const auto cap = caps.next()) { question.set_cap(*cap); … if (!caps.is_exceeded(…)) break; }
#pragma once

#include <array>
#include <optional>
#include <string>

#include "common/prove/forever/circuit.hpp"
#include "common/prove/forever/ic3.hpp"

namespace ldfi::app {

/// The caps that are tried, in this order.
inline constexpr std::array small_caps{1, 2, 3, 4, 6, 8};

/// True if a short execution has a number beyond the cap. False says nothing about long executions.
/// Throws what `check` throws.
[[nodiscard]] bool soon_exceeds_cap(const forever::Circuit& circuit,
                                    const forever::MakeSolver& make_solver,
                                    const BudgetCheck& check);

/// The caps that were tried for a claim, and the results.
class SmallCaps {
 public:
  [[nodiscard]] bool any_left() const { return tried_ < small_caps.size(); }
  /// Returns the cap that is tried now. Requires that one is left.
  [[nodiscard]] int current() const;
  /// Called if an execution exceeds the current cap. The next cap is tried.
  void exceeded() { ++tried_; }
  /// Called if the proof with the current cap is too large. Larger caps are not tried.
  void too_large() { large_ = true; }
  [[nodiscard]] bool has_been_too_large() const { return large_; }

  /// Returns for the user what --cap can do for this program.
  [[nodiscard]] std::string hint() const;

 private:
  std::size_t tried_ = 0;
  bool large_ = false;
};

}  // namespace ldfi::app
