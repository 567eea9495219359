// Checks --externals, which names relations. Their facts that the program states are external
// events.
#pragma once

#include "common/config/command_line.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::app {

/// Throws SourcedError or UsageError if `externals` names a relation of which the program states no
/// facts.
void check_externals(const config::CommandLine& line, const dedalus::Program& program);

}  // namespace ldfi::app
