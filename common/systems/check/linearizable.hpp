// Decides whether the operations on one register are linearizable [WING93 §4]: they have an order in which
// each operation is possible and takes effect between its request and its answer.
//
//   const auto conflict = find_conflict(calls, meter);   // nullopt: linearizable
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

/// A state that the register can have after the longest part that can be ordered.
struct LastState {
  static constexpr std::uint32_t unknown = static_cast<std::uint32_t>(-1);
  bool missing = false;
  std::uint32_t writer =
      unknown;  ///< call that set the state; `unknown`: an open write that nobody read
  friend bool operator==(const LastState&, const LastState&) = default;
};

/// The reason why a history is not linearizable. The answers before that of `call` can be ordered; together
/// with that answer they cannot. Numbers are indices of calls.
struct Conflict {
  std::uint32_t call = 0;
  std::optional<std::size_t>
      ordered;  ///< number of answers before that of `call`; nullopt if the search for an order was too long
  std::vector<LastState> last;  ///< states that do not fit `call`; empty if no state does
  /// Three calls, or none if the search found the conflict. The first call is before the second one, and
  /// the third one is before `call`. The first call and `call` share a value; the other two share another
  /// value. The first call is LastState::unknown if `call` needs a missing key.
  std::vector<std::uint32_t> contradiction;
};

struct SearchLimits {
  std::size_t states = 2'000'000;
  std::size_t bytes = std::size_t{256} << 20U;
  std::uint64_t steps = 50'000'000;  ///< visited states, including states that are not kept
};

/// Returns the first conflict, or nullopt if the history is linearizable. Throws BudgetExceeded("steps")
/// beyond `limits`. Exceptions of the meter's check pass through.
[[nodiscard]] std::optional<Conflict> find_conflict(const std::vector<RegisterCall>& calls,
                                                    Meter& meter, const SearchLimits& limits = {});

/// Returns the answered calls by the time of their answers. find_conflict() names the first of them that
/// does not fit.
[[nodiscard]] std::vector<std::uint32_t> by_answer(const std::vector<RegisterCall>& calls);

}  // namespace ldfi::check
