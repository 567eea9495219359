// One cell of a sweep of programs, searched in one process.
#pragma once

#include "common/campaign/host.hpp"
#include "common/dedalus/language/load.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/record/job.hpp"

namespace ldfi::execute {

/// `program` is that of `setup`, checked; `deadline` is a reading of the clock, infinity if there
/// is none. A budget that runs out makes the report `inconclusive`. Throws InputError for an Fspec
/// that the nodes do not admit, and InternalError when the plain evaluator and the ground executor
/// disagree.
Cell search_cell(const dedalus::Program& program, const wire::Setup& setup, const SearchJob& job,
                 const campaign::Host& host, double deadline);

}  // namespace ldfi::execute
