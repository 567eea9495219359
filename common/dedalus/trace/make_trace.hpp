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

/// What an explanation of the outcome starts from: the violated tuples of pre. If the invariant
/// holds, or something absent broke it, all tuples that the invariant reads.
std::vector<provenance::Root> outcome_roots(const dedalus::Program& program, const Fspec& fspec,
                                            const Judged& execution);

/// Tells what holds at each tick, except `crash`, unless the model has more than `max_tuples`.
/// Executes again to find lost messages, within `limits`; throws as eval::run does.
Trace make_trace(const dedalus::Program& program, const Fspec& fspec, const Judged& execution,
                 const eval::EvalLimits& limits = {},
                 std::size_t max_tuples = std::numeric_limits<std::size_t>::max());

}  // namespace ldfi::trace
