// Makes the result of an unfinished search from its journal (--results-only).
#pragma once

#include "common/search/strategy.hpp"
#include "master/journal/journal.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns the executions in the journal in the order of their reports, and the counterexamples
/// among them. Leaves out counterexamples that contain another counterexample. Marks none as
/// minimal, because only a finished search can prove that. Does not solve or execute anything. If
/// `check` throws BudgetExceeded, returns the part that was read.
SearchResult answered(const Task& task, const journal::Journal& journal, const BudgetCheck& check);

}  // namespace ldfi::app
