// Writes and reads the counterexamples of earlier runs that a run executed again. Private to this
// folder.
#pragma once

#include <vector>

#include "common/record/known_case.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Writes the group /known.
void write_known(hid_t file, const std::vector<KnownCase>& cases);
/// Reads the group /known. Throws DamagedFile.
[[nodiscard]] std::vector<KnownCase> read_known(Reader& reader);

}  // namespace ldfi::results
