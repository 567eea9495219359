// Searches one cell of a sweep, which is one Fspec of a program, in one process.
#pragma once

#include "common/campaign/host.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/record/job.hpp"

namespace ldfi::execute {

/// Searches the cell. `program` is the program of `setup`, already checked. If the clock reaches
/// `deadline` (which may be infinity) or another budget is used up, the result is `inconclusive`.
/// Throws InputError if the Fspec does not fit the nodes. Throws InternalError if the two
/// evaluators, plain and ground, disagree.
Cell search_cell(const dedalus::Program& program, const wire::Setup& setup, const SearchJob& job,
                 const campaign::Host& host, double deadline);

}  // namespace ldfi::execute
