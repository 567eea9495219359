// What a journal says about an Fspec whose search has not ended (--results-only).
#pragma once

#include "common/search/strategy.hpp"
#include "master/journal/journal.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// Every execution that was answered so far, in the order of the answers, and the falsifiers among
/// them, but for supersets of others; none is said to be minimal, since that is for the search to
/// prove. Nothing is solved and nothing executed. Where `check` throws BudgetExceeded, this is what
/// was read so far.
SearchResult answered(const Task& task, const journal::Journal& journal, const BudgetCheck& check);

}  // namespace ldfi::app
