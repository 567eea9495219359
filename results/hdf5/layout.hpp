// The bytes of an HDF5 file. Private to this folder.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "results/hdf5/handles.hpp"
#include "results/sink.hpp"

namespace ldfi::results {

/// What `write` writes into a new HDF5 file, built in memory. Throws EnvironmentError when HDF5 fails
/// (memory), and what `write` throws.
std::vector<std::byte> image_of(const std::function<void(hid_t)>& write);

/// A whole results file, built in memory, so that HDF5 never meets a full disk. Throws
/// EnvironmentError when HDF5 fails (memory), and what `check`, which is asked while graphs are
/// written, throws.
std::vector<std::byte> file_image(const RunRecord& run, const BudgetCheck& check = {});

}  // namespace ldfi::results
