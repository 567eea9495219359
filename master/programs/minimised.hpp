// --minimise: the first counterexample of a finished search is made smaller, on this rank.
#pragma once

#include <functional>

#include "master/programs/search.hpp"

namespace ldfi::app {

/// Adds the minimisation of the first falsifier to the cell, if it has one. What is done does not
/// depend on the ranks, and is done again when a run goes on. Throws what `asked` throws, which is
/// called now and then.
void minimise(const Task& task, const Log& log, const Clock& clock,
              const std::function<void()>& asked, Cell& cell);

}  // namespace ldfi::app
