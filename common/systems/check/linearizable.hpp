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

/// A state that the register can have after the largest number of calls that can be ordered.
struct LastState {
  static constexpr std::uint32_t unknown = static_cast<std::uint32_t>(-1);
  bool missing = false;
  std::uint32_t writer =
      unknown;  ///< call that set the state; `unknown` for an open write that nobody read
  friend bool operator==(const LastState&, const LastState&) = default;
};

/// Why a history is not linearizable. The answers before that of `call` can be ordered, but not
/// together with that answer. Numbers are indices of calls.
struct Conflict {
  std::uint32_t call = 0;
  /// Number of answers before that of `call`; nullopt if the search for an order took too long.
  std::optional<std::size_t> ordered;
  /// States that are possible before `call` but do not fit it; empty if no state is possible.
  std::vector<LastState> last;
  /// Three calls that contradict `call`, or none if the search found the conflict. The first call
  /// is before the second one, and the third one is before `call`. The first call and `call` have
  /// the same value; the other two have another one. The first call is LastState::unknown if `call`
  /// needs a missing key.
  std::vector<std::uint32_t> contradiction;
};

struct SearchLimits {
  std::size_t states = 2'000'000;
  std::size_t bytes = std::size_t{256} << 20U;
  /// Largest number of states that are visited, including those that are not kept.
  std::uint64_t steps = 50'000'000;
};

/// Returns the first conflict, or nullopt if the history is linearizable. Throws
/// BudgetExceeded("steps") if the limits are exceeded. Exceptions of the meter's check pass
/// through.
[[nodiscard]] std::optional<Conflict> find_conflict(const std::vector<RegisterCall>& calls,
                                                    Meter& meter, const SearchLimits& limits = {});

/// Returns the indices of the answered calls in the order of their answers. find_conflict() names
/// the first of them that does not fit.
[[nodiscard]] std::vector<std::uint32_t> by_answer(const std::vector<RegisterCall>& calls);

}  // namespace ldfi::check
