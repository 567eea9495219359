// What a run is told is reported already (--known, `known:`): fault sets and families of them, which
// the search leaves out with all that contains them, and specifications, which no longer count.
// Files of stored falsifiers are read in stored.hpp.
#pragma once

#include <vector>

#include "common/config/command_line.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::app {

/// The fault sets, sorted; marks the specifications. Throws InputError, into the text of the command
/// line or of the config, for what is neither.
[[nodiscard]] std::vector<FaultSet> read_known(const config::CommandLine& line, const Fspec& fspec,
                                               dedalus::Program& program);

}  // namespace ldfi::app
