// Why an execution ended as it did, as a Lineage.
//
// What holds is explained by the rules that fired for it. What holds only in the good run is
// explained by the support that it lost here: a message, a premise, or a negated premise that now
// fails. Any other absence is explained in words.
#pragma once

#include "common/dedalus/provenance/graph.hpp"
#include "results/views/lineage/lineage.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

struct ExplainOptions {
  /// All firings of a goal. Otherwise one proof of it, the oldest, since later firings only repeat
  /// it.
  bool all = false;
  BudgetCheck check{};            ///< asked now and then; what it throws ends the explanation
  std::size_t max_nodes = 4'000;  ///< beyond it the graph ends, and says so
};

/// A goal to explain, at a tick.
struct Question {
  provenance::Goal goal;  ///< present: holds in the execution; absent: does not
};

/// `good` is the run to compare with; it may be the execution itself.
Lineage explain(const Subject& subject, const Rerun& execution, const Rerun& good,
                const std::vector<Question>& questions, const ExplainOptions& options = {});

/// The questions that a reader asks first. Of a violation: why pre holds and post does not. Of a
/// run that holds: why the promise is kept.
std::vector<Question> first_questions(const Subject& subject, const Rerun& execution);

/// Reads `log(b,data)@4`, as ldfi-farm writes it; without @T the goal is at EOT. Throws UsageError
/// if there is no such relation, or if neither run has such a tuple.
Question read_question(const Subject& subject, const Rerun& execution, const Rerun& good,
                       const std::string& text);

}  // namespace ldfi::results
