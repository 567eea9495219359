// --minimise: makes the first counterexample of a finished search smaller. This rank executes, and proves the
// fewest deliveries; searches are jobs of the farm.
#pragma once

#include <functional>

#include "master/programs/program_farm.hpp"

namespace ldfi::app {

/// Adds the minimisation of the first falsifier to the cell, if the cell has a falsifier. The result does not
/// depend on the number of ranks. A resumed run repeats everything except the searches in the journal. Calls
/// `asked` from time to time. Throws what `asked` or the farm throws.
void minimise(const Task& task, const Session& session, ProgramFarm& farm,
              const std::function<void()>& asked, Cell& cell);

}  // namespace ldfi::app
