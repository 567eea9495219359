// A sweep: searches many Fspecs in one run. Each Fspec is a Cell.
#pragma once

#include "master/programs/search.hpp"

namespace ldfi::app {

/// Searches the Fspecs that `task.options` request: a grid, the sweep published in the LDFI paper,
/// or all Fspecs one step beyond a given one. Puts the results (cells), the conclusion and the
/// index of the decisive cell into `record`. Each worker searches one cell at a time. Except for
/// times, the order and content of cells do not depend on the ranks. Stores the derivation graphs
/// of the decisive cell's failure-free run and of its first `max_recorded` counterexamples, and
/// logs a note about graphs that are too large. Cells in the session's journal are not searched
/// again. If an arithmetic error ends every cell, throws RemoteFailure (status 65) with the first
/// error. Requires that the session has a journal.
void run_sweep(const Task& task, const Session& session, ProgramProgress& lines, RunRecord& record);

}  // namespace ldfi::app
