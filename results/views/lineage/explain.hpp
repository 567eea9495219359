// Explains why an execution ended as it did, by comparing it with a good execution. The result is a
// Lineage, a graph of causes.
//
// A fact that holds is explained by the rules that derived it. A fact that holds only in the good
// execution is explained by what its rules lack here: a message, a premise, or a negated premise
// that is now false. The absence of any other fact is explained in words.
#pragma once

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/lineage.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct ExplainOptions {
  /// True to show all firings that derive a goal. If false, shows only the oldest derivation,
  /// because later firings repeat it.
  bool all = false;
  BudgetCheck check{};            ///< called regularly; may throw to end explain()
  std::size_t max_nodes = 4'000;  ///< most nodes; a larger graph is cut off, with a note
};

/// The question why a tuple holds, or does not hold, at a tick.
struct Question {
  provenance::Goal goal;  ///< the tuple; a positive goal must hold in the execution, and a negated
                          ///< goal must not
};

/// Answers the questions. `good` is the execution for comparison. It may be the same as
/// `execution`.
Lineage explain(const Subject& subject, const Rerun& execution, const Rerun& good,
                const std::vector<Question>& questions, const ExplainOptions& options = {});

/// Returns the questions that a reader asks first. If the execution violates a promise, they are
/// why it is violated: for the invariant, why `pre` holds and `post` does not. If the execution
/// passes, they are why the promise is kept.
std::vector<Question> first_questions(const Subject& subject, const Rerun& execution);

/// Reads questions such as `log(b,data)@4`. Without @T, the tick is EOT. `_` means any value, and a
/// relation without arguments means any tuple. Returns one question for each matching tuple that
/// holds in the execution. If none holds, uses the matching tuples of the good execution. If none
/// holds there, returns the question why no tuple matches. Throws UsageError if the relation, the
/// tick or a value is unknown.
std::vector<Question> read_questions(const Subject& subject, const Rerun& execution,
                                     const Rerun& good, const std::string& text);

}  // namespace ldfi::results
