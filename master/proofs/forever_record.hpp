// Makes the record of the results of --forever, for a results file.
#pragma once

#include "common/base/meter.hpp"
#include "common/record/run.hpp"
#include "master/proofs/forever_answer.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the record of the answers.
/// For a proof, it has the theorem, and the first EOT at which something is promised, with the
/// failure-free run there.
/// For a counterexample, it has the Fspec of the counterexample, with its run and the failure-free run.
/// For other verdicts, it has the reason.
/// For specifications, it has all proofs and the Fspecs of all counterexamples. Without counterexamples,
/// it has one Fspec at which something is promised. Each Fspec has the result of a search for all
/// specifications.
/// Graphs that exceed a budget are left out. Throws what `check` throws otherwise.
[[nodiscard]] RunRecord forever_record(const Task& task, const ForeverAnswers& answers,
                                       const BudgetCheck& check);

}  // namespace ldfi::app
