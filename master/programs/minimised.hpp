// --minimise: the first counterexample of a finished search is made smaller. Executions and the proof of the fewest
// deliveries are those of this rank, searches are jobs of the farm.
#pragma once

#include <functional>

#include "master/programs/program_farm.hpp"

namespace ldfi::app {

/// Adds the minimisation of the first falsifier to the cell, if it has one. The result does not depend on the ranks. A
/// run that is resumed does everything again, except the searches in the journal. Throws what `asked` throws, which is
/// called now and then, and what the farm throws.
void minimise(const Task& task, const Session& session, ProgramFarm& farm,
              const std::function<void()>& asked, Cell& cell);

}  // namespace ldfi::app
