// Builds the bytes of an HDF5 file in memory. Private to this folder.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "results/hdf5/handles.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// Returns the bytes of a new HDF5 file that `write` fills. Throws EnvironmentError if HDF5 fails,
/// for example for lack of memory. Passes on what `write` throws.
std::vector<std::byte> image_of(const std::function<void(hid_t)>& write);

/// Returns the bytes of a whole results file. HDF5 works in memory, so it never meets a full disk.
/// Throws EnvironmentError if HDF5 fails, for example for lack of memory. Calls `check` while it
/// writes graphs, and passes on what `check` throws.
std::vector<std::byte> file_image(const RunRecord& run, const BudgetCheck& check = {});

}  // namespace ldfi::results
