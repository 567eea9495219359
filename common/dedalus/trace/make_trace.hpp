// The trace of an execution of a Dedalus program.
#pragma once

#include <limits>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/provenance/graph.hpp"
#include "common/record/trace.hpp"

namespace ldfi::trace {

/// An execution that was made, and how it was judged.
struct Judged {
  const FaultSet& faults;
  const eval::Model& model;
  const eval::Judgement& judgement;
};

/// True if the invariant of pre and post, or of what persists, is violated.
bool violates_invariant(const dedalus::Program& program, const eval::Judgement& judgement);

/// True if what the relation holds violates a specification.
bool is_of_specification(const dedalus::Program& program, RelationId relation);

/// What an explanation of the outcome starts from: the violated tuples of pre, and those of
/// specifications at their first tick. If nothing is violated, or something absent broke the
/// invariant, all tuples that the invariant reads, too.
std::vector<provenance::Root> outcome_roots(const dedalus::Program& program, const Fspec& fspec,
                                            const Judged& execution);

/// Tells what holds at each tick, except `crash`, unless the model has more than `max_tuples`.
/// Executes again to find lost messages, within `limits`; throws as eval::run does.
Trace make_trace(const dedalus::Program& program, const Fspec& fspec, const Judged& execution,
                 const eval::EvalLimits& limits = {},
                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

}  // namespace ldfi::trace
