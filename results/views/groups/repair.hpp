// Executes the counterexamples of a program again with a repaired program. This shows which
// counterexamples the repair has removed.
#pragma once

#include <string>
#include <vector>

#include "results/sink.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns the run with the program at `path` in place of its own program. Files that it includes
/// are also searched in `folders`. Specifications, constants that the user set with -D, and Fspecs
/// stay the same. Throws all exceptions of dedalus::read_sources().
RunRecord repaired(const RunRecord& run, const std::string& path,
                   const std::vector<std::string>& folders = {});

/// Returns, for each counterexample, true if its faults no longer violate the promises that it
/// violated. `subject` has the repaired program. Executes each counterexample once. Throws all
/// exceptions of Subject::execute().
std::vector<bool> dead(const Subject& subject, const Cell& cell);

}  // namespace ldfi::results
