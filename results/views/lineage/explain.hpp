// Explains why an execution ended as it did, as a Lineage.
//
// A fact that holds is explained by the rules that fired for it. A fact that holds only in the good
// run is explained by the support that it lost here: a message, a premise, or a negated premise
// that now fails. Any other absence is explained in words.
#pragma once

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/lineage.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct ExplainOptions {
  /// True to show all firings of a goal. Otherwise shows one proof, the oldest, since later firings
  /// only repeat it.
  bool all = false;
  BudgetCheck check{};            ///< called regularly; what it throws ends the explanation
  std::size_t max_nodes = 4'000;  ///< a larger graph is cut off, with a note
};

/// A goal to explain, at a tick.
struct Question {
  provenance::Goal goal;  ///< a present goal holds in the execution, an absent one does not
};

/// Explains the goals. `good` is the run to compare with, which may be the execution itself.
Lineage explain(const Subject& subject, const Rerun& execution, const Rerun& good,
                const std::vector<Question>& questions, const ExplainOptions& options = {});

/// Returns the questions that a reader asks first. For a violation: why pre holds and post does
/// not. For a passing run: why the promise is kept.
std::vector<Question> first_questions(const Subject& subject, const Rerun& execution);

/// Reads `log(b,data)@4`, in the notation of ldfi-farm. Without @T, the goal is at EOT. Throws
/// UsageError if the relation is unknown, or if neither run has such a tuple.
Question read_question(const Subject& subject, const Rerun& execution, const Rerun& good,
                       const std::string& text);

}  // namespace ldfi::results
