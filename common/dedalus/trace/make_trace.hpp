// Makes the trace of an execution of a Dedalus program: all that views show of the execution.
#pragma once

#include <limits>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// An execution together with its judgement.
struct Judged {
  const FaultSet& faults;
  const eval::Model& model;
  const eval::Judgement& judgement;
};

/// Returns true if the invariant is violated. A program without `pre` and `post` has the implied
/// invariant that persisted relations lose no tuple.
bool violates_invariant(const dedalus::Program& program, const eval::Judgement& judgement);

/// Returns true if a specification forbids tuples of the relation.
bool is_of_specification(const dedalus::Program& program, RelationId relation);

/// Returns the tuples that an explanation of the outcome must explain. These are the violating
/// tuples of `pre`, and those of specifications at their first tick. If nothing is violated, or if
/// the violation is a missing tuple, returns all tuples on which the verdict depends.
std::vector<provenance::Root> outcome_roots(const dedalus::Program& program, const Fspec& fspec,
                                            const Judged& execution);

/// Returns the trace of an execution. The trace includes the tuples that hold at each tick, except
/// those of `crash`, unless there are more than `max_tuples`. To find lost messages, executes the
/// program again within `limits`, and throws as eval::run does.
Trace make_trace(const dedalus::Program& program, const Fspec& fspec, const Judged& execution,
                 const eval::EvalLimits& limits = {},
                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

}  // namespace ldfi::trace
