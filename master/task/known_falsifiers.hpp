// Reads the counterexamples that the user knows already (--known, `known:`): fault sets, families
// of fault sets, or names of specifications. The search leaves out all fault sets that contain a
// known fault set. Known specifications do not affect the verdict. stored_falsifiers.hpp reads
// files of counterexamples.
#pragma once

#include <vector>

#include "common/config/command_line.hpp"
#include "common/dedalus/language/program.hpp"

namespace ldfi::app {

/// Returns the known fault sets, sorted, and marks the known specifications in `program`. Throws InputError,
/// with the place in the command line or the config, for a text that is neither a fault set nor a
/// specification.
[[nodiscard]] std::vector<FaultSet> read_known(const config::CommandLine& line, const Fspec& fspec,
                                               dedalus::Program& program);

}  // namespace ldfi::app
