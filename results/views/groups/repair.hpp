// Executes the falsifiers of a program with a repaired program, which shows for certain which of them the
// repair removes.
#pragma once

#include <string>
#include <vector>

#include "results/sink.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns the run with the program at `path` in place of its own. Files that it includes may also be below
/// one of `folders`. Specifications, constants set with -D, and Fspecs stay. Throws what
/// dedalus::read_sources() throws.
RunRecord repaired(const RunRecord& run, const std::string& path,
                   const std::vector<std::string>& folders = {});

/// Returns true for each falsifier whose promises are all kept under its faults in `subject`, the repaired
/// program. The promises of a falsifier are the specifications that it violates, or the invariant. Executes
/// each falsifier once. Throws what Subject::execute() throws.
std::vector<bool> dead(const Subject& subject, const Cell& cell);

}  // namespace ldfi::results
