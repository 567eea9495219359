// Searches one cell of a sweep of programs in one process.
#pragma once

#include "common/campaign/host.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/record/job.hpp"

namespace ldfi::execute {

/// `program` is the program of `setup`, checked. `deadline` is a reading of the clock, or infinity. A
/// budget that runs out makes the report `inconclusive`. Throws InputError for an Fspec that the nodes do
/// not admit. Throws InternalError if the plain evaluator and the ground executor disagree.
Cell search_cell(const dedalus::Program& program, const wire::Setup& setup, const SearchJob& job,
                 const campaign::Host& host, double deadline);

}  // namespace ldfi::execute
