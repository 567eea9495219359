// A system as a sequential circuit: what holds at the next tick is a function of what holds now and
// of the faults of this tick. Its state are the facts that arrive at a tick, who has crashed, the
// first ticks, and how many ticks no message was omitted.
//
//   const Circuit circuit = make_circuit(system, {.calm = 2}, check);
//   prove(circuit.aig, circuit.violation)
#pragma once

#include "common/prove/forever/aig.hpp"
#include "common/prove/forever/system.hpp"

namespace ldfi::forever {

struct Claim {
  int calm = 1;  ///< ticks up to EOT, this one included, at which no message is omitted; ≥ 1
  int from = 1;  ///< the least EOT
};
/// The largest `from`, and the latest tick of a given fact: each of these ticks is a latch.
inline constexpr int max_first_ticks = 2'000;

struct Circuit {
  Aig aig;
  /// Now is an EOT with such an Fspec at which the promise is broken; no arithmetic has failed so
  /// far, and no number has left the cap.
  Wire violation = never;
  Wire error = never;   ///< arithmetic has failed
  Wire escape = never;  ///< a number has left the cap
  /// Something is promised now.
  Wire promise = never;
  std::size_t facts = 0;  ///< latches of facts
};

/// Throws Refusal if the system is not covered. Requires 1 ≤ calm and 1 ≤ from.
Circuit make_circuit(const System& system, const Claim& claim, const BudgetCheck& check = {});

}  // namespace ldfi::forever
