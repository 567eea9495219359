// The result of an unfinished search, made from its journal (--results-only).
#pragma once

#include "common/search/strategy.hpp"
#include "master/journal/journal.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Returns all executions in the journal, in the order of their reports, and the falsifiers among them.
/// Falsifiers that contain another one are left out. No falsifier is marked as minimal, because only the
/// search can prove that. Does not solve or execute anything. If `check` throws BudgetExceeded, the result
/// has the part that was read.
SearchResult answered(const Task& task, const journal::Journal& journal, const BudgetCheck& check);

}  // namespace ldfi::app
