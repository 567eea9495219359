// --minimise: makes the first counterexample of a finished search smaller. Rank 0 executes smaller
// candidates, and proves how few message deliveries suffice for a violation. Workers do the
// searches.
#pragma once

#include <functional>

#include "master/programs/program_farm.hpp"

namespace ldfi::app {

/// Minimises the first counterexample of the cell, and adds the result to the cell. Does nothing if
/// the cell has no counterexample. The result does not depend on the number of ranks. A resumed run
/// repeats everything except the searches in the journal. Calls `asked` from time to time, which
/// may throw to stop the minimisation. Throws what `asked` or the farm throws.
void minimise(const Task& task, const Session& session, ProgramFarm& farm,
              const std::function<void()>& asked, Cell& cell);

}  // namespace ldfi::app
