// The plain evaluator. It executes the checked program under one fault set, without grounding
// (writing out) the rules first: tick by tick, stratum by stratum [ULLMAN90], semi-naively [BR86]
// (docs/explanation/semantics.md). It does not depend on grounding, so it is an independent check
// of the ground executor: it replays every counterexample before the counterexample is reported.
//
// An async rule that fires at tick t sends a message from a location a to a location b. The message
// is dropped unless a and b are nodes. For a ≠ b, it arrives unless the fault set loses messages
// from a to b at t. Under CrashModel::halt, a node that has crashed by t fires no inductive rules,
// and its messages to itself do not arrive. A location that is not a node cannot crash.
#pragma once

#include <memory>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/model.hpp"

namespace ldfi::eval {

/// Executes the program under `faults`, and returns all facts that hold. Every node of `faults`
/// must be a node of the Fspec. `faults` may exceed the Fspec's limits, because a replay may use
/// any faults. Throws InputError if arithmetic fails; the message has the place in the program, the
/// fault set and the tick. Throws BudgetExceeded if the execution exceeds `limits`.
std::unique_ptr<Model> run(const dedalus::Program& program, const Fspec& fspec,
                           const FaultSet& faults, const EvalLimits& limits = {});

/// The result of judge() (docs/explanation/verdicts.md). A tuple of `pre` at EOT (the last tick)
/// violates the invariant if `post` does not contain it. Without `pre`, the goals are the tuples
/// that `post` has at EOT in the failure-free run; without `post`, too, those of all persisted
/// relations. A missing goal is a violation. If the program has specifications, every tuple of
/// their relations is a violation.
struct Judgement {
  /// Texts of the violating tuples, sorted, such as `pre(a,data)`. If a specification applies from
  /// some tick on, the text ends with the first tick of the violation: `lost("f")@7`.
  std::vector<std::string> violated;
  /// Indices of the violated specifications in Program::specifications, ascending.
  std::vector<std::uint32_t> specifications{};
  /// Describes the first message that another one overtakes although channels are fifo; empty if
  /// there is no such message. The Fspec does not allow such an execution, so nothing is violated
  /// then.
  std::string overtaken{};
  std::size_t pre = 0;  ///< number of tuples that `pre` has at EOT; without `pre`, number of goals
  /// Number of tuples that `post` has at EOT; without `pre`, number of goals that hold.
  std::size_t post = 0;
  [[nodiscard]] bool holds() const { return violated.empty(); }
};
/// Returns true if some violation in `judgement` decides the verdict of the run. A violation decides
/// nothing if it violates a specification whose severity does not count, such as `info`.
[[nodiscard]] bool counts(const dedalus::Program& program, const Judgement& judgement);

/// Judges `model`, an execution of `program`; `failure_free` is its failure-free execution.
Judgement judge(const dedalus::Program& program, const Fspec& fspec, const Model& model,
                const Model& failure_free);

}  // namespace ldfi::eval
