// ldfi-farm loads no shared library: that took a quarter of a small run. MPI and CryptoMiniSat come
// as nothing else, so a run that asks for one of them becomes ldfi-farm-mpi, the same program with
// both, which stands beside it.
#pragma once

#include <string>
#include <vector>

#include "common/base/errors.hpp"

namespace ldfi::app {

/// `arguments` begin with the program's own name. Returns only if that fails, after saying why.
ExitStatus become_ldfi_farm_mpi(const std::vector<std::string>& arguments);

}  // namespace ldfi::app
