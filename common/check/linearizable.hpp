// Whether the operations on one register can be put in an order in which each is possible, and each
// takes effect between its request and its answer [WING93 §4].
//
//   const auto conflict = find_conflict(calls, meter);   // nullopt: linearizable
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/meter.hpp"
#include "common/check/register_call.hpp"

namespace ldfi::check {

/// A state that the register can have after the longest part that can be ordered.
struct LastState {
  static constexpr std::uint32_t unknown = static_cast<std::uint32_t>(-1);
  bool missing = false;
  std::uint32_t writer =
      unknown;  ///< call that set the state; `unknown`: an open write that nobody read
  friend bool operator==(const LastState&, const LastState&) = default;
};

/// Why a history is not linearizable. The answers up to that of `call` cannot be ordered; those before
/// it can. Numbers are indices of calls.
struct Conflict {
  std::uint32_t call = 0;
  std::optional<std::size_t>
      ordered;                  ///< number of answers before; nullopt if it was too hard to say
  std::vector<LastState> last;  ///< states that do not fit `call`; empty if no state does
  /// Calls of which the first is before the second, and the third is before `call`, though the second
  /// and the third write or read one value and the first and `call` another one. Empty if the search
  /// found the conflict. The first is LastState::unknown if `call` needs a missing key.
  std::vector<std::uint32_t> contradiction;
};

struct SearchLimits {
  std::size_t states = 2'000'000;
  std::size_t bytes = std::size_t{256} << 20U;
  std::uint64_t steps = 50'000'000;  ///< states that are passed without being kept count, too
};

/// Returns the first conflict, or nullopt if the history is linearizable. Throws BudgetExceeded("steps")
/// beyond `limits`, and what the meter's check throws.
[[nodiscard]] std::optional<Conflict> find_conflict(const std::vector<RegisterCall>& calls,
                                                    Meter& meter, const SearchLimits& limits = {});

/// The answered calls by the time of their answers. `find_conflict` names the first of them that does
/// not fit.
[[nodiscard]] std::vector<std::uint32_t> by_answer(const std::vector<RegisterCall>& calls);

}  // namespace ldfi::check
