// Writes and reads the claims that a run has proved for every EOT. Private to this folder.
#pragma once

#include <vector>

#include "common/record/theorem.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Writes the group /theorems.
void write_theorems(hid_t file, const std::vector<Theorem>& theorems);
/// Reads the group /theorems. Throws DamagedFile.
[[nodiscard]] std::vector<Theorem> read_theorems(Reader& reader);

}  // namespace ldfi::results
