// Checks --externals, which names the relations whose given facts are external events of the program.
#pragma once

#include "common/config/command_line.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::app {

/// Throws SourcedError or UsageError if `externals` names a relation that has no given facts.
void check_externals(const config::CommandLine& line, const dedalus::Program& program);

}  // namespace ldfi::app
