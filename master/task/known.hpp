// Reads the counterexamples that the user has already reported (--known, `known:`). They are fault sets,
// families of fault sets, or specifications. The search leaves out all fault sets that contain a known one,
// and known specifications no longer count. stored.hpp reads files of stored falsifiers.
#pragma once

#include <vector>

#include "common/config/command_line.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::app {

/// Returns the known fault sets, sorted, and marks the known specifications in `program`. Throws InputError,
/// with the place in the command line or the config, for a text that is neither.
[[nodiscard]] std::vector<FaultSet> read_known(const config::CommandLine& line, const Fspec& fspec,
                                               dedalus::Program& program);

}  // namespace ldfi::app
