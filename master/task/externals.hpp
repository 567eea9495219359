// --externals: the relations whose given facts are external events of a program.
#pragma once

#include "common/config/command_line.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::app {

/// Throws SourcedError or UsageError if a name of `externals` is not a relation that a fact gives.
void check_externals(const config::CommandLine& line, const dedalus::Program& program);

}  // namespace ldfi::app
