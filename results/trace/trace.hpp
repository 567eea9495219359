// The trace of an execution of a Dedalus program, and its state.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "results/trace/story.hpp"
#include "results/trace/subject.hpp"

namespace ldfi::results {

/// Executes again to find lost messages; throws as Subject::execute does.
Trace trace(const Subject& subject, const Rerun& execution);

/// What an explanation of the outcome starts from: the violated tuples of pre. If the invariant
/// holds, or something absent broke it, all tuples that the invariant reads.
std::vector<provenance::Root> outcome_roots(const Subject& subject, const Rerun& execution);

/// A tuple at a tick.
struct Held {
  std::optional<NodeId> node;  ///< where, if its first column names a node
  std::string text;
  bool fresh = false;  ///< did not hold one tick before
  bool operator==(const Held&) const = default;
};

/// All that holds at a tick, except `crash`, by node, then by text. Tuples without a node come
/// last.
std::vector<Held> state(const Subject& subject, const Rerun& execution, Time at);

}  // namespace ldfi::results
