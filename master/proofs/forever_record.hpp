// Makes the contents of the results file of --forever.
#pragma once

#include "common/base/meter.hpp"
#include "common/record/run.hpp"
#include "master/proofs/forever_answer.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the contents of the results file.
/// - If a claim was proved: the theorem, and the first EOT at which something is promised, with its failure-free run.
/// - If a claim is false: the Fspec of the counterexample, with its execution and its failure-free run.
/// - Otherwise: the reason.
/// - For several specifications: all proofs, and the Fspecs of all counterexamples or, if there are none, one Fspec
///   at which something is promised. Each Fspec has the result of a search for all specifications.
/// Leaves out graphs that exceed a budget. Throws what `check` throws, except BudgetExceeded.
[[nodiscard]] RunRecord forever_record(const Task& task, const ForeverAnswers& answers,
                                       const BudgetCheck& check);

}  // namespace ldfi::app
