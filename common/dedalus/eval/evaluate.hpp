// The plain evaluator runs the checked program (not a grounding) under one fault set: semi-naively
// [BR86], stratum by stratum [ULLMAN90], tick by tick (docs/explanation/semantics.md). It is the independent check
// of the ground executor, and every counterexample is replayed on it before it is reported.
//
// Channels. An async firing at t from a to b needs both to be nodes (otherwise the message is
// dropped) and, for a ≠ b, that (a,b,t) is not lost. Under CrashModel::halt, an inductive firing
// located at a node a, and a message from a to itself, also need that a has not crashed by t. A
// location that is not a node cannot crash.
#pragma once

#include <memory>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/model.hpp"

namespace ldfi::eval {

/// Runs the program. Requires every node of `faults` to be one of the Fspec; the faults may exceed
/// EFF or the number of crashes, because a replay may look anywhere. Throws InputError for an
/// arithmetic error (located; its hint names the fault set and the tick), and BudgetExceeded.
std::unique_ptr<Model> run(const dedalus::Program& program, const Fspec& fspec,
                           const FaultSet& faults, const EvalLimits& limits = {});

/// What judge() finds (docs/explanation/verdicts.md): the tuples of pre at EOT that are not in post. If the program
/// has no pre: the tuples of the failure-free goals (post, or every persisted relation) that are
/// missing. With specifications: the tuples of each, with the first tick at which it is violated
/// by them.
struct Judgement {
  std::vector<std::string> violated;            ///< e.g. `pre(a,data)` or `lost("f")@7`, sorted
  std::vector<std::uint32_t> specifications{};  ///< of the program, that are violated; ascending
  /// Where channels are fifo: the first tick at which messages overtake others, and whose. Then
  /// nothing is violated, since such a fault set is not admitted.
  std::string overtaken{};
  std::size_t pre = 0;  ///< tuples of pre at EOT, or of the goals without a pre
  std::size_t post = 0;
  [[nodiscard]] bool holds() const { return violated.empty(); }
};
/// True if what is violated decides a verdict: anything, or with specifications one that counts.
[[nodiscard]] bool counts(const dedalus::Program& program, const Judgement& judgement);

/// Judges `model`, an execution of `program`; `failure_free` is its failure-free execution.
Judgement judge(const dedalus::Program& program, const Fspec& fspec, const Model& model,
                const Model& failure_free);

}  // namespace ldfi::eval
