#include "common/forever/prove.hpp"

#include <algorithm>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/forever/unroll.hpp"

namespace ldfi::forever {
namespace {

class Prover {
 public:
  Prover(const System& system, const Question& question)
      : question_(question),
        check_(question.limits.check),
        circuit_(make_circuit(system, question.claim, check_)) {}

  Proof run() {
    Proof out;
    out.claim = question_.claim;
    out.latches = circuit_.aig.latches().size();
    out.gates = circuit_.aig.gates();
    const Wire bad = circuit_.aig.either(circuit_.violation, circuit_.error);
    if (!prove_never(bad, out)) {
      out.standing = refuted(bad, out);
      return out;
    }
    if (circuit_.escape != never) {
      out.cap = question_.limits.cap;
      // The proof of both together, if there is one, is the invariant of the program.
      const Wire any = circuit_.aig.either(bad, circuit_.escape);
      try {
        if (!prove_never(any, out)) out.standing = Standing::conditional;
      } catch (const BudgetExceeded&) {
        out.standing = Standing::conditional;  // what is proved so far is
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
    LDFI_ENSURE(wrong.empty(), "the invariant is none: " + wrong);
    out.invariant = explain(circuit_.aig, result.invariant);
    out.clauses = clauses_of(circuit_.aig, result.invariant);
    out.facts = facts_in(circuit_.aig, result.invariant);
    return true;
  }

  /// Finds the least tick: what IC3 found may be a longer way.
  Standing refuted(Wire bad, Proof& out) {
    Unrolling unrolling(circuit_.aig, bad, question_.make_solver, check_);
    while (!unrolling.possible()) {
      LDFI_ENSURE(static_cast<std::size_t>(unrolling.tick()) < ticks_, "IC3 found a shorter way");
      unrolling.advance();
    }
    out.eot = unrolling.tick();
    Unrolling violation(circuit_.aig, circuit_.violation, question_.make_solver, check_);
    while (violation.tick() < out.eot) violation.advance();
    return violation.possible() ? Standing::counterexample : Standing::failing;
  }

  const Question& question_;
  const BudgetCheck check_;
  Circuit circuit_;
  std::size_t ticks_ = 0;
};

}  // namespace

Proof prove(const System& system, const Question& question) {
  return Prover(system, question).run();
}

int first_promise(const Circuit& circuit, int least, const BudgetCheck& check) {
  Tick now(circuit.aig);
  std::set<std::vector<bool>> seen;
  for (int tick = 1;; ++tick) {
    if (check) check();
    now.evaluate();
    if (tick < least) {  // such a state comes back only if it does later, too
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

}  // namespace ldfi::forever
