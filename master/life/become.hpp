// Replaces ldfi-farm by ldfi-farm-mpi. ldfi-farm loads no shared library, since that took a quarter of a
// small run. MPI and CryptoMiniSat exist only as shared libraries. So a run that needs one of them
// becomes ldfi-farm-mpi: the same program with both, in the same folder.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"

namespace ldfi::app {

/// Replaces this process (execv). `arguments` begin with the program's own name. Returns only if
/// that fails, after it has reported why.
ExitStatus become_ldfi_farm_mpi(const std::vector<std::string>& arguments);

}  // namespace ldfi::app
