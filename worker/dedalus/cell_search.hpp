// Searches one cell of a sweep of programs in one process.
#pragma once

#include "common/campaign/host.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/record/job.hpp"

namespace ldfi::execute {

/// Searches the cell. `program` is the checked program of `setup`. The search ends with an `inconclusive`
/// report when the clock reaches `deadline`, which may be infinity, or when another budget runs out. Throws
/// InputError for an Fspec that the nodes do not admit. Throws InternalError if the plain evaluator and the
/// ground executor disagree.
Cell search_cell(const dedalus::Program& program, const wire::Setup& setup, const SearchJob& job,
                 const campaign::Host& host, double deadline);

}  // namespace ldfi::execute
