// Replays the schedules (which message arrives when) of the stages of a minimisation, by the names
// of their messages.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/minimisation.hpp"

namespace ldfi::test {

/// Expects that the schedule of each stage leads to the execution of that stage, if the stage has
/// not changed the Fspec. Returns the number of stages that were compared.
std::uint64_t follow_stages(const dedalus::Program& program, const Fspec& fspec,
                            const std::vector<std::uint32_t>& externals, const Minimisation& m);

}  // namespace ldfi::test
