// Writes and reads the groups of a run about a real system. Private to this folder.
#pragma once

#include <string>

#include "common/base/meter.hpp"
#include "common/record/system_result.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// Writes `system` as the group `name` of `parent`. Calls `budget`, which may throw, about once per
/// megabyte.
void write_system(hid_t parent, const std::string& name, const SystemResult& system,
                  const BudgetCheck& budget);

/// Reads the system from `group`, for example `/system`. Throws DamagedFile.
[[nodiscard]] SystemResult read_system(Reader& reader, const std::string& group);

}  // namespace ldfi::results
