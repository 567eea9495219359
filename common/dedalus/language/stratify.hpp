// Finds the strata, in evaluation order [ULLMAN90]. A stratum is a set of relations that depend on
// each other within a tick. Only deductive rules count, because `@next` and `@async` rules lead to
// later ticks.
#pragma once

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Sets Program::strata and Program::stratum_of. If a relation depends on its own negation or
/// aggregate within a tick, reports an error (code `unstratifiable`) that shows the cycle.
void stratify(Program& program, Report& report);

}  // namespace ldfi::dedalus
