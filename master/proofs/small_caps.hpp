// Chooses caps if the user gives no --cap. A cap is the value up to which a proof follows a growing
// number. Many such numbers stay small in every execution.
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

/// The caps (limits for growing numbers) that are tried, in the order of trying.
inline constexpr std::array small_caps{1, 2, 3, 4, 6, 8};

/// Returns true if a number exceeds the cap in some short execution. If the result is false, a
/// number may still exceed the cap in a longer execution. Throws what `check` throws.
[[nodiscard]] bool soon_exceeds_cap(const forever::Circuit& circuit,
                                    const forever::MakeSolver& make_solver,
                                    const BudgetCheck& check);

/// The caps (limits for growing numbers) that were tried for one claim, and whether a proof was too
/// large.
class SmallCaps {
 public:
  [[nodiscard]] bool any_left() const { return tried_ < small_caps.size(); }
  /// Returns the cap (limit for growing numbers) to try now. Requires that a cap is left.
  [[nodiscard]] int current() const;
  /// Continues with the next cap, because an execution exceeds the current cap.
  void exceeded() { ++tried_; }
  /// Notes that the proof with the current cap is too large. A proof with a larger cap would be
  /// larger, so no further cap is tried.
  void too_large() { large_ = true; }
  [[nodiscard]] bool has_been_too_large() const { return large_; }

  /// Returns a hint for the user about --cap for this program.
  [[nodiscard]] std::string hint() const;

 private:
  std::size_t tried_ = 0;
  bool large_ = false;
};

}  // namespace ldfi::app
