// Proves or refutes a claim about every EOT (last tick of an execution).
//
//   const Proof proof = prove(program, fspec, {.claim = {.calm = 2}, .make_solver = …});
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/prove/forever/circuit.hpp"
#include "common/prove/forever/ground_system.hpp"
#include "common/prove/forever/ic3.hpp"
#include "common/prove/forever/invariant.hpp"

namespace ldfi::forever {

enum class Standing : std::uint8_t {
  certified,    ///< no fault set violates the promise, whatever the last tick (EOT)
  conditional,  ///< certified if no number exceeds the cap, but some number may exceed it
  /// A fault set violates the promise at EOT `eot`, and no fault set violates it at an earlier EOT.
  counterexample,
  /// Arithmetic fails under some faults; no EOT has a violation, unless the search ended early
  /// (`open`).
  failing,
};

struct Question {
  Claim claim{};
  SystemLimits limits{};
  MakeSolver make_solver;
};

struct Proof {
  Standing standing = Standing::certified;
  Claim claim;  ///< the claim that is proved, which may begin at a smaller EOT than the question
  int eot = 0;  ///< the smallest EOT with a counterexample; 0 if there is none
  /// The first tick at which arithmetic fails under some faults, if the standing is
  /// `counterexample` or `failing`. 0 if arithmetic does not fail.
  int failing = 0;
  /// True if the budget ended before the search for violations did. Can be true only if the
  /// standing is `failing`.
  bool open = false;
  /// Formulas that are true at every tick, see explain(). Filled only if the claim is certified or
  /// conditional.
  std::vector<std::string> invariant;
  /// The invariant as clauses, in the form for certificates.
  std::vector<std::vector<Word>> clauses;
  std::size_t facts = 0;  ///< number of facts in the invariant
  /// The first EOT of the claim at which the failure-free run promises something. 0 if none
  /// exists.
  int promised = 0;
  /// The cap of the question, if a number could exceed it; otherwise nullopt.
  std::optional<dedalus::Value> cap;
  std::size_t latches = 0;
  std::size_t gates = 0;
  std::size_t frames = 0;
  std::uint64_t questions = 0;
};

/// Proves or refutes the claim of the question. `system` must come from ground_system() with the
/// limits of the question. Checks every proof again, and throws InternalError if the check fails.
/// Throws BudgetExceeded if the budget ends before.
Proof prove(const System& system, const Question& question);

/// Returns the first tick from `least` on at which the failure-free run promises something. Returns
/// 0 if there is none.
[[nodiscard]] int first_promise(const Circuit& circuit, int least, const BudgetCheck& check);

/// Returns the smallest EOT from which on the failure-free run keeps the promise. Returns 0 if
/// there is none, or if the run does not repeat a state within 10,000 ticks.
[[nodiscard]] int kept_from(const Circuit& circuit, const BudgetCheck& check);

}  // namespace ldfi::forever
