// The bytes of a results file. Private to this folder.
#pragma once

#include <cstddef>
#include <vector>

#include "results/sink.hpp"

namespace ldfi::results {

/// A whole HDF5 file, built in memory, so that HDF5 never meets a full disk. Throws
/// EnvironmentError when HDF5 fails (memory), and what `check`, which is asked while graphs are
/// written, throws.
std::vector<std::byte> file_image(const RunRecord& run, const BudgetCheck& check = {});

}  // namespace ldfi::results
