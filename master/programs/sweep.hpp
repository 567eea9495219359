// A sweep: many Fspecs in one run, each a Cell.
#pragma once

#include "master/programs/search.hpp"

namespace ldfi::app {

/// Searches the Fspecs that `task.options` ask for (a grid, the published sweep, or one step beyond one Fspec) and puts the
/// cells, the conclusion and the decisive cell into `record`. Cells run one a worker; their order
/// and content, but for times, do not depend on the ranks. Kept of derivation graphs: the
/// failure-free run's of the decisive cell, and those of the first `max_recorded` counterexamples (a
/// note says which are too large). Cells that the session's journal holds are not searched again. An execution
/// that ends in an arithmetic error ends the sweep (RemoteFailure, status 65).
/// Requires that the session has a journal.
void run_sweep(const Task& task, const Session& session, ProgramProgress& lines, RunRecord& record);

}  // namespace ldfi::app
