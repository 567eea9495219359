// A program and its faults as a sequential circuit: the next state is a function of the present
// state and of the faults of this tick. The state consists of the facts that arrive at a tick, the
// state of the faults (such as which nodes have crashed), the first ticks, and the number of calm
// ticks so far.
//
//   const Circuit circuit = make_circuit(system, {.calm = 2}, check);
//   prove(circuit.aig, circuit.violation)
#pragma once

#include "common/prove/forever/aig.hpp"
#include "common/prove/forever/system.hpp"

namespace ldfi::forever {

struct Claim {
  int calm = 1;  ///< number of last ticks up to EOT in which no message is omitted; at least 1
  int from = 1;  ///< smallest EOT of the claim
};
/// Largest tick whose number may matter, such as the last tick before `from`, or the tick of a
/// given fact. The limit is needed because each tick up to it takes a latch.
inline constexpr int max_first_ticks = 2'000;

struct Circuit {
  Aig aig;
  /// True if the promise is broken when this tick is the last one (EOT), and the claim covers this
  /// EOT. Requires that so far no arithmetic has failed and no number has exceeded the cap.
  Wire violation = never;
  Wire error = never;   ///< true if arithmetic has failed at this tick or an earlier one
  Wire escape = never;  ///< true if a number has exceeded the cap at this tick or an earlier one
  /// True if something is promised when this tick is the last one (EOT), and the claim covers this
  /// EOT.
  Wire promise = never;
  std::size_t facts = 0;  ///< number of latches that store facts
};

/// Returns the circuit for the claim. Throws Refusal if the circuit cannot express the program or
/// its faults. Requires 1 ≤ calm and 1 ≤ from.
Circuit make_circuit(const System& system, const Claim& claim, const BudgetCheck& check = {});

}  // namespace ldfi::forever
