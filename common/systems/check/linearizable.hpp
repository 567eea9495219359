// Decides whether the operations on one register are linearizable [WING93 §4]. They are if they
// have an order in which each operation is possible. Each operation must take effect between its
// request and its answer.
//
//   const auto conflict = find_conflict(calls, meter);   // nullopt: linearizable
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/systems/check/register_call.hpp"

namespace ldfi::check {

/// A state that the register can have after as many calls as can be put into a possible order.
struct LastState {
  static constexpr std::uint32_t unknown = static_cast<std::uint32_t>(-1);
  bool missing = false;
  std::uint32_t writer =
      unknown;  ///< call that set the state; `unknown` if that is a write without an answer that
                ///< nobody read
  friend bool operator==(const LastState&, const LastState&) = default;
};

/// The reason why a history is not linearizable: all answers before the answer of `call` have a
/// possible order, but not together with that answer. Numbers are indices of calls.
struct Conflict {
  std::uint32_t call = 0;
  /// Number of answers before the answer of `call`; nullopt if it took too long to find their
  /// order.
  std::optional<std::size_t> ordered;
  /// States that are possible before `call` but do not allow it; empty if no state is possible.
  std::vector<LastState> last;
  /// Three calls that contradict `call`; empty if the general search found the conflict. The first
  /// call must precede the second, and the third must precede `call`. The first call and `call`
  /// have one value, the others another one. The first call is LastState::unknown if `call`
  /// requires a missing key.
  std::vector<std::uint32_t> contradiction;
};

struct SearchLimits {
  std::size_t states = 2'000'000;
  std::size_t bytes = std::size_t{256} << 20U;
  /// Largest number of visited states, whether or not they are stored.
  std::uint64_t steps = 50'000'000;
};

/// Returns the first conflict, or nullopt if the history is linearizable. Throws
/// BudgetExceeded("steps") if a limit is exceeded. Exceptions of the meter's check pass through.
[[nodiscard]] std::optional<Conflict> find_conflict(const std::vector<RegisterCall>& calls,
                                                    Meter& meter, const SearchLimits& limits = {});

/// Returns the indices of the answered calls in the order of their answers. A conflict that
/// find_conflict() reports is about the first call in this order that no order allows.
[[nodiscard]] std::vector<std::uint32_t> order_by_answer(const std::vector<RegisterCall>& calls);

}  // namespace ldfi::check
