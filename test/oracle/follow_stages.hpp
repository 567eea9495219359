// Schedules of the stages of a minimisation, followed by the names of their messages.
#pragma once

#include <cstdint>
#include <vector>

#include "common/dedalus/language/program.hpp"
#include "common/faults/fspec.hpp"
#include "common/record/minimisation.hpp"

namespace ldfi::test {

/// Expects that the schedule of each stage of the same world is that stage's execution; says how many
/// there are.
std::uint64_t follow_stages(const dedalus::Program& program, const Fspec& fspec,
                            const std::vector<std::uint32_t>& externals, const Minimisation& m);

}  // namespace ldfi::test
