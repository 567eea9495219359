// The trace of an execution of a Dedalus program.
#pragma once

#include <limits>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// An execution and its judgement.
struct Judged {
  const FaultSet& faults;
  const eval::Model& model;
  const eval::Judgement& judgement;
};

/// Returns true if the invariant is violated: pre and post, or without them the persisted
/// relations.
bool violates_invariant(const dedalus::Program& program, const eval::Judgement& judgement);

/// Returns true if tuples of the relation violate a specification.
bool is_of_specification(const dedalus::Program& program, RelationId relation);

/// Returns the tuples from which an explanation of the outcome starts. These are the violating
/// tuples of pre, and those of specifications at their first tick. If nothing is violated, or a
/// missing tuple violates the invariant, returns all tuples that the verdict depends on.
std::vector<provenance::Root> outcome_roots(const dedalus::Program& program, const Fspec& fspec,
                                            const Judged& execution);

/// Makes the trace. It includes what holds at each tick, except `crash`, unless the model has more
/// than `max_tuples`. Executes again to find lost messages, within `limits`. Throws as eval::run
/// does.
Trace make_trace(const dedalus::Program& program, const Fspec& fspec, const Judged& execution,
                 const eval::EvalLimits& limits = {},
                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

}  // namespace ldfi::trace
