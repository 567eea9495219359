// A claim about every EOT: proved, refuted, or neither.
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
  certified,       ///< no fault set violates, whatever the EOT
  conditional,     ///< so as long as no number exceeds the cap, which it can
  counterexample,  ///< at `eot`, and at no earlier one
  failing,         ///< arithmetic fails under some faults; violated at no EOT, unless that is open
};

struct Question {
  Claim claim{};
  SystemLimits limits{};
  MakeSolver make_solver;
};

struct Proof {
  Standing standing = Standing::certified;
  Claim claim;  ///< that was proved, which may say more than was asked: from an earlier EOT on
  int eot = 0;  ///< if refuted
  int failing =
      0;  ///< the first tick at which arithmetic fails under some faults, if refuted or failing; 0: none does
  bool open =
      false;  ///< if failing: the budget ended before it was known whether anything is violated
  /// If certified or conditional: what holds at every tick, see explain().
  std::vector<std::string> invariant;
  std::vector<std::vector<Word>> clauses;  ///< the same, for a certificate
  std::size_t facts = 0;                   ///< facts in the invariant
  int promised =
      0;  ///< such an EOT at which something is promised without faults; 0: there is none
  std::optional<dedalus::Value> cap;  ///< that was needed
  std::size_t latches = 0;
  std::size_t gates = 0;
  std::size_t frames = 0;
  std::uint64_t questions = 0;
};

/// Answers the question for a system that ground_system() made with its limits. Every proof is
/// checked again; InternalError if it is none. Throws BudgetExceeded.
Proof prove(const System& system, const Question& question);

/// The first tick from `least` on at which something is promised without faults; 0: there is none.
[[nodiscard]] int first_promise(const Circuit& circuit, int least, const BudgetCheck& check);

/// The least EOT from which on the promise is kept without faults, whatever the calm ticks; 0: there is none, or it
/// takes too long to see.
[[nodiscard]] int kept_from(const Circuit& circuit, const BudgetCheck& check);

}  // namespace ldfi::forever
