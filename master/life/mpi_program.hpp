// Replaces ldfi-farm by ldfi-farm-mpi. ldfi-farm loads no shared libraries, because loading took a quarter of
// the time of a small run. MPI and CryptoMiniSat exist only as shared libraries. So a run that needs one of
// them is executed by ldfi-farm-mpi, which is the same program linked with both, in the same folder.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"

namespace ldfi::app {

/// Replaces this process by ldfi-farm-mpi (execv). `arguments` begin with the program's own name. Returns
/// only if this fails, after the reason was reported.
ExitStatus become_ldfi_farm_mpi(const std::vector<std::string>& arguments);

}  // namespace ldfi::app
