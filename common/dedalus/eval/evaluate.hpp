// The plain evaluator. It runs the checked program (not a grounding) under one fault set:
// semi-naively [BR86], stratum by stratum [ULLMAN90], tick by tick (docs/explanation/semantics.md).
// It is the independent check of the ground executor: every counterexample is replayed on it before
// it is reported.
//
// Channels: an async rule that fires at tick t from a to b needs both to be nodes; otherwise the
// message is dropped. For a ≠ b, (a,b,t) must not be lost. Under CrashModel::halt, a node a that
// has crashed by t has no inductive firings and no messages to itself. A location that is not a
// node cannot crash.
#pragma once

#include <memory>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/model.hpp"

namespace ldfi::eval {

/// Returns the execution of the program under `faults`. Every node of `faults` must be a node of
/// the Fspec. Faults may exceed EFF and the number of crashes, because a replay may use any faults.
/// Throws InputError for an arithmetic error, with its place, and with the fault set and the tick
/// as a hint. Throws BudgetExceeded if a limit is exceeded.
std::unique_ptr<Model> run(const dedalus::Program& program, const Fspec& fspec,
                           const FaultSet& faults, const EvalLimits& limits = {});

/// The result of judge() (docs/explanation/verdicts.md). Tuples of pre at EOT that are not in post
/// are violated. Without a pre, missing goals are violated: tuples of post, or of every persisted
/// relation, that the failure-free run has at EOT. With specifications, every tuple of their
/// relations is a violation.
struct Judgement {
  /// Texts of the violating tuples, sorted, such as `pre(a,data)`. For a specification, the first
  /// tick is added: `lost("f")@7`.
  std::vector<std::string> violated;
  /// Indices of the violated specifications of the program, ascending.
  std::vector<std::uint32_t> specifications{};
  /// Describes the first message that is overtaken, if channels are fifo; otherwise empty. An
  /// execution with such a message is not admissible, so nothing counts as violated then.
  std::string overtaken{};
  std::size_t pre = 0;  ///< number of tuples of pre at EOT; without a pre, number of goals
  /// Number of tuples of post at EOT; without a pre, number of goals that hold.
  std::size_t post = 0;
  [[nodiscard]] bool holds() const { return violated.empty(); }
};
/// Returns true if the violations decide the verdict. Every violation does, except that of a
/// specification whose severity does not count.
[[nodiscard]] bool counts(const dedalus::Program& program, const Judgement& judgement);

/// Judges `model`, an execution of `program`; `failure_free` is its failure-free execution.
Judgement judge(const dedalus::Program& program, const Fspec& fspec, const Model& model,
                const Model& failure_free);

}  // namespace ldfi::eval
