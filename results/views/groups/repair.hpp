// Falsifiers of a program under a repaired one: the certain test of whether they have one cause.
#pragma once

#include <string>
#include <vector>

#include "results/sink.hpp"
#include "results/views/trace/subject.hpp"

namespace ldfi::results {

/// The run with another program, read from `path` with what it includes, which may lie
/// below one of `folders`, too. Specifications, constants
/// that were set (-D) and Fspecs stay. Throws as dedalus::read_sources does.
RunRecord repaired(const RunRecord& run, const std::string& path,
                   const std::vector<std::string>& folders = {});

/// By falsifier of the cell: true if its execution of `subject`, of the repaired program, violates
/// nothing of what the cell says it does: the specifications that list it, or the invariant. One
/// execution each. Throws as Subject::execute does.
std::vector<bool> dead(const Subject& subject, const Cell& cell);

}  // namespace ldfi::results
