// What --forever comes to, for a results file.
#pragma once

#include "common/base/meter.hpp"
#include "common/record/run.hpp"
#include "master/proofs/forever_answer.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Of a proof: the theorem, and the first EOT that it is about at which something is promised, with the
/// failure-free run there. Of a counterexample: the Fspec that it is of, with both runs. Of anything else: why not.
/// Of specifications: what is proved, and the Fspecs of all counterexamples, or, without any, one at which something is
/// promised, each as a search of all of them has it.
/// Graphs that a budget does not allow are left out. Throws what `check` throws otherwise.
[[nodiscard]] RunRecord forever_record(const Task& task, const ForeverAnswers& answers,
                                       const BudgetCheck& check);

}  // namespace ldfi::app
