// What is proved for every EOT: how a file holds it. Private to this folder.
#pragma once

#include <vector>

#include "common/record/theorem.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Writes the group /theorems.
void write_theorems(hid_t file, const std::vector<Theorem>& theorems);
/// Throws DamagedFile.
[[nodiscard]] std::vector<Theorem> read_theorems(Reader& reader);

}  // namespace ldfi::results
