// Executes a program's falsifiers with a repaired program, which shows for certain whether they
// have one cause.
#pragma once

#include <string>
#include <vector>

#include "results/sink.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// Returns the run with the program at `path` instead of its own. Included files may also lie below
/// one of `folders`. Specifications, constants set with -D and Fspecs stay. Throws like
/// dedalus::read_sources.
RunRecord repaired(const RunRecord& run, const std::string& path,
                   const std::vector<std::string>& folders = {});

/// Returns true for each falsifier whose fault set violates none of its promises in `subject`, the
/// repaired program. Its promises are the specifications that list the falsifier, or the invariant.
/// Executes each falsifier once. Throws like Subject::execute.
std::vector<bool> dead(const Subject& subject, const Cell& cell);

}  // namespace ldfi::results
