// The group of a run about a real system. Private to this folder.
#pragma once

#include "common/base/meter.hpp"
#include "common/record/system_result.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// `budget` is asked about once a megabyte.
void write_system(hid_t file, const SystemResult& system, const BudgetCheck& budget);

/// Throws DamagedFile.
[[nodiscard]] SystemResult read_system(Reader& reader);

}  // namespace ldfi::results
