// Why an execution ended as it did, as a Lineage.
//
// What holds is explained by the rules that fired for it. What does not hold although it does in
// the good run is explained by what its support there lost: a message, a premise, or a negated
// premise that now fails. Any other absence has its reason in words.
#pragma once

#include "results/lineage/lineage.hpp"
#include "results/trace/trace.hpp"

namespace ldfi::results {

struct ExplainOptions {
  /// All firings of a goal; else one proof of it: the oldest, which later ones only repeat.
  bool all = false;
  std::size_t most_nodes = 4'000;  ///< beyond it the graph ends, and says so
};

/// A goal to explain, at a tick.
struct Question {
  provenance::Goal goal;  ///< present: holds in the execution; absent: does not
};

/// `good` is the run to compare with; it may be the execution itself.
Lineage explain(const Subject& subject, const Rerun& execution, const Rerun& good,
                const std::vector<Question>& questions, const ExplainOptions& options = {});

/// What a reader asks first: of a violation, why pre holds and post does not; else why what
/// was promised is kept.
std::vector<Question> first_questions(const Subject& subject, const Rerun& execution);

/// Reads `log(b,data)@4`, as the farm writes it; without @T it is the goal at EOT. Throws
/// UsageError if there is no such relation, or neither run has such a tuple.
Question read_question(const Subject& subject, const Rerun& execution, const Rerun& good,
                       const std::string& text);

}  // namespace ldfi::results
