// Strata: the strongly connected components of "depends on, within a tick", in evaluation order.
// Only deductive rules count; `@next` and `@async` are ordered by time.
#pragma once

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Fills in Program::strata and stratum_of. A negation or an aggregate inside of a component is
/// reported (code `unstratifiable`) with the cycle.
void stratify(Program& program, Report& report);

}  // namespace ldfi::dedalus
