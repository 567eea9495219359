// The plain evaluator: runs the checked program (not a grounding) under one fault set; semi-naive,
// stratum by stratum, tick by tick (SEMANTICS §2–3). It is the independent check of the ground
// executor, and every counterexample is replayed on it before it is reported.
//
// Channels. An async firing at t from a to b needs both to be nodes (else the message is dropped)
// and, for a ≠ b, that (a,b,t) is not lost. Under CrashModel::halt an inductive firing located at a
// node a, and a message from a to itself, also need that a has not crashed by t. A location that is
// not a node cannot crash.
#pragma once

#include <memory>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/model.hpp"

namespace ldfi::eval {

/// Throws InputError for an arithmetic error (located; its hint names the fault set and the tick),
/// and BudgetExceeded. `fspec.nodes()` are the nodes; faults must be admitted by the Fspec's node
/// table but may exceed EFF or the crash count (a replay may look anywhere).
std::unique_ptr<Model> run(const dedalus::Program& program, const Fspec& fspec,
                           const FaultSet& faults, const EvalLimits& limits = {});

/// Tuples at EOT of pre without a post (SEMANTICS §4), as text, sorted; when the program has no
/// pre, the tuples of the failure-free goals (post, or every persisted relation) that are missing.
struct Judgement {
  std::vector<std::string> violated;  ///< e.g. `pre(a,data)`, sorted
  std::size_t pre = 0;                ///< tuples of pre at EOT (of the goals, if there is no pre)
  std::size_t post = 0;
  [[nodiscard]] bool holds() const { return violated.empty(); }
};
Judgement judge(const dedalus::Program& program, const Fspec& fspec, const Model& model,
                const Model& failure_free);

}  // namespace ldfi::eval
