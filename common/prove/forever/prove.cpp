#include "common/prove/forever/prove.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/unroll.hpp"

namespace ldfi::forever {
namespace {

class Prover {
 public:
  Prover(const System& system, const Question& question)
      : question_(question),
        check_(question.limits.check),
        circuit_(make_circuit(system, question.claim, check_)) {}

  [[nodiscard]] const Circuit& circuit() const { return circuit_; }

  [[nodiscard]] bool possible_at(int when, Wire bad) const {
    Unrolling unrolling(circuit_.aig, bad, question_.make_solver, check_);
    while (unrolling.tick() < when) unrolling.advance();
    return unrolling.possible();
  }

  Proof run() {
    Proof out;
    out.claim = question_.claim;
    out.latches = circuit_.aig.latches().size();
    out.gates = circuit_.aig.gates();
    const Wire bad = circuit_.aig.either(circuit_.violation, circuit_.error);
    if (!prove_never(bad, out)) {
      refute(bad, out);
      return out;
    }
    if (circuit_.escape != never) {
      out.cap = question_.limits.cap;
      // Also tries to prove that no number exceeds the cap. With this proof, the result does not
      // depend on the cap.
      const Wire any = circuit_.aig.either(bad, circuit_.escape);
      try {
        if (!prove_never(any, out)) out.standing = Standing::conditional;
      } catch (const BudgetExceeded& e) {
        if (e.budget() == "work") throw;  // the caller tries again with a larger budget
        // The earlier proof stays valid, which assumes that no number exceeds the cap.
        out.standing = Standing::conditional;
      }
    }
    out.promised =
        first_promise(circuit_, std::max(question_.claim.calm, question_.claim.from), check_);
    return out;
  }

 private:
  bool prove_never(Wire bad, Proof& out) {
    Ic3Result result = run_ic3(circuit_.aig, bad, question_.make_solver, check_);
    out.frames = result.frames;
    out.questions += result.questions;
    ticks_ = result.ticks;
    if (!result.proved) return false;
    const std::string wrong =
        flaw(circuit_.aig, bad, result.invariant, question_.make_solver, check_);
    LDFI_ENSURE(wrong.empty(), "the invariant is wrong: " + wrong);
    out.invariant = explain(circuit_.aig, result.invariant);
    out.clauses = clauses_of(circuit_.aig, result.invariant);
    out.facts = facts_in(circuit_.aig, result.invariant);
    return true;
  }

  /// Returns the first tick at which `bad` can be true. The tick that IC3 reports may be a later
  /// one.
  int first(Wire bad) const {
    Unrolling unrolling(circuit_.aig, bad, question_.make_solver, check_);
    while (!unrolling.possible()) {
      LDFI_ENSURE(static_cast<std::size_t>(unrolling.tick()) < ticks_,
                  "a counterexample of IC3 is not shorter than those excluded before");
      unrolling.advance();
    }
    return unrolling.tick();
  }

  /// Searches for counterexamples even if arithmetic can fail at an earlier tick, because other
  /// faults may violate the promise at a later EOT.
  void refute(Wire bad, Proof& out) {
    out.standing = Standing::counterexample;
    out.eot = first(bad);
    if (circuit_.error != never && possible_at(out.eot, circuit_.error)) out.failing = out.eot;
    if (possible_at(out.eot, circuit_.violation)) return;
    out.eot = 0;
    out.standing = Standing::failing;
    try {
      if (prove_never(circuit_.violation, out)) return;
    } catch (const BudgetExceeded& e) {
      if (e.budget() == "work") throw;
      out.open = true;
      return;
    }
    out.standing = Standing::counterexample;
    out.eot = first(circuit_.violation);
  }

  const Question& question_;
  const BudgetCheck check_;
  Circuit circuit_;
  std::size_t ticks_ = 0;
};

}  // namespace

/// First tries the claim from EOT 1 on, because each tick before `from` would need a latch. A proof
/// of that claim is enough. So is a violation at an EOT of the question.
Proof prove(const System& system, const Question& question) {
  if (question.claim.from == 1) return Prover(system, question).run();
  Question all = question;
  all.claim.from = 1;
  Prover prover(system, all);
  Proof out = prover.run();
  const int first = std::max(question.claim.calm, question.claim.from);
  if (out.standing == Standing::failing && !out.open) return out;
  if (out.standing == Standing::certified || out.standing == Standing::conditional) {
    out.promised = first_promise(prover.circuit(), first, question.limits.check);
    return out;
  }
  if (out.eot < first && !prover.possible_at(first, prover.circuit().violation))
    return Prover(system, question).run();
  out.claim = question.claim;
  out.eot = std::max(out.eot, first);
  return out;
}

int first_promise(const Circuit& circuit, int least, const BudgetCheck& check) {
  Tick now(circuit.aig);
  std::set<std::vector<bool>> seen;
  for (int tick = 1;; ++tick) {
    if (check) check();
    now.evaluate();
    // States before `least` need not be stored: if such a state occurs again, so does a state after
    // `least`.
    if (tick < least) {
      now.advance();
      continue;
    }
    if (now[circuit.promise]) return tick;
    std::vector<bool> state;
    for (const auto& latch : circuit.aig.latches()) state.push_back(now[2 * latch.node]);
    if (!seen.insert(std::move(state)).second) return 0;
    now.advance();
  }
}

int kept_from(const Circuit& circuit, const BudgetCheck& check) {
  Tick now(circuit.aig);
  std::map<std::vector<bool>, int> seen;
  int broken = 0;  // last tick so far at which the promise was broken
  constexpr int most_ticks = 10'000;
  for (int when = 1; when <= most_ticks; ++when) {
    if (check) check();
    for (const auto& input : circuit.aig.inputs()) now.set(input.node, input.name == calm_input);
    now.evaluate();
    if (now[circuit.violation] || now[circuit.error] || now[circuit.escape]) broken = when;
    std::vector<bool> state;
    for (const auto& latch : circuit.aig.latches()) state.push_back(now[2 * latch.node]);
    const auto [it, fresh] = seen.emplace(std::move(state), when);
    // The state occurred before, so the run repeats the ticks since then for ever.
    if (!fresh) return broken >= it->second ? 0 : broken + 1;
    now.advance();
  }
  return 0;
}

}  // namespace ldfi::forever
