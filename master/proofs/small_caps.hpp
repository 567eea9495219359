// Caps for numbers that grow, tried where --cap is not given: many such numbers stay small in every execution.
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

/// The caps that are tried, one after the other.
inline constexpr std::array small_caps{1, 2, 3, 4, 6, 8};

/// True if a short execution has a number beyond the cap. False says nothing about long ones. Throws what `check` throws.
[[nodiscard]] bool soon_exceeds_cap(const forever::Circuit& circuit,
                                    const forever::MakeSolver& make_solver,
                                    const BudgetCheck& check);

/// The caps that a claim has tried, and how that ended.
class SmallCaps {
 public:
  [[nodiscard]] bool any_left() const { return tried_ < small_caps.size(); }
  /// The cap that is tried now. Requires that one is left.
  [[nodiscard]] int current() const;
  /// Some execution exceeds the current cap, so the next one is tried.
  void exceeded() { ++tried_; }
  /// The current cap makes the proof too large: larger ones are not tried.
  void too_large() { large_ = true; }
  [[nodiscard]] bool has_been_too_large() const { return large_; }

  /// What --cap can do for this program, for people.
  [[nodiscard]] std::string hint() const;

 private:
  std::size_t tried_ = 0;
  bool large_ = false;
};

}  // namespace ldfi::app
