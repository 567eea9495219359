// Builds the bytes of an HDF5 file in memory. Private to this folder.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "results/hdf5/handles.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// Returns the bytes of a new HDF5 file whose contents `write` adds. Throws EnvironmentError if
/// HDF5 fails, for example because memory ran out. Also throws all exceptions of `write`.
std::vector<std::byte> image_of(const std::function<void(hid_t)>& write);

/// Returns the bytes of a whole results file. They are made in memory, so that HDF5 cannot fail
/// because of a full disk. Throws EnvironmentError if HDF5 fails, for example because memory ran
/// out. Calls `check` while it writes graphs, and throws all exceptions of `check`.
std::vector<std::byte> file_image(const RunRecord& run, const BudgetCheck& check = {});

}  // namespace ldfi::results
