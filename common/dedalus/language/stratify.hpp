// Finds the strata: the strongly connected components of the graph "depends on, within a tick", in
// evaluation order [ULLMAN90]. Only deductive rules count, because `@next` and `@async` rules lead
// to later ticks.
#pragma once

#include "common/dedalus/language/program.hpp"
#include "common/dedalus/language/report.hpp"

namespace ldfi::dedalus {

/// Fills in Program::strata and stratum_of. Reports a negation or an aggregate inside a stratum
/// (code `unstratifiable`), and shows the cycle.
void stratify(Program& program, Report& report);

}  // namespace ldfi::dedalus
