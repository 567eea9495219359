// Explains why an execution ended as it did, by comparing it with a good one. The result is a Lineage.
//
// A fact that holds is explained by the rules that fired for it. A fact that holds only in the good execution
// is explained by what its rules lack in this one: a message, a premise, or a negated premise that is false
// now. Any other absence is explained in words.
#pragma once

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/lineage.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct ExplainOptions {
  /// True to show all firings of a goal. If false, shows the oldest proof, because later firings only repeat
  /// it.
  bool all = false;
  BudgetCheck check{};            ///< called regularly; may throw to end the explanation
  std::size_t max_nodes = 4'000;  ///< most nodes; a larger graph is cut off, with a note
};

/// The question why a goal holds, or does not hold, at a tick.
struct Question {
  provenance::Goal goal;  ///< a positive goal must hold in the execution, a negated one must not
};

/// Answers the questions. `good` is the execution to compare with, which may be the same one.
Lineage explain(const Subject& subject, const Rerun& execution, const Rerun& good,
                const std::vector<Question>& questions, const ExplainOptions& options = {});

/// Returns the questions that a reader asks first. If the execution violates: why pre holds and post does
/// not. If it passes: why the promise is kept.
std::vector<Question> first_questions(const Subject& subject, const Rerun& execution);

/// Reads `log(b,data)@4`, in the notation of ldfi-farm. Without @T, the goal is at EOT. `_` means any
/// value, and a relation alone any tuple. The questions are about the tuples that hold in the execution,
/// otherwise about those of the good run, otherwise about the absence of all. Throws UsageError if the
/// relation, the tick or a value is unknown.
std::vector<Question> read_questions(const Subject& subject, const Rerun& execution,
                                     const Rerun& good, const std::string& text);

}  // namespace ldfi::results
