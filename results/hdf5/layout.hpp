// The bytes of a results file. Private to this folder.
#pragma once

#include <cstddef>
#include <vector>

#include "results/sink.hpp"

namespace ldfi::results {

/// A whole HDF5 file, built in memory, so that no full disk can surprise HDF5 half-way. Throws
/// EnvironmentError when HDF5 fails (memory), and what `check` throws while graphs are written.
std::vector<std::byte> file_image(const RunRecord& run, const BudgetCheck& check = {});

}  // namespace ldfi::results
