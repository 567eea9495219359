// The table of what a cell's Fspec says of its faults. Private to this folder.
#pragma once

#include <string>

#include "common/faults/fspec.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

/// True if there is in the limits what later versions of the schema have only.
[[nodiscard]] bool has_choices(const FaultLimits& limits);
void write_limits(hid_t group, const FspecParameters& fspec);

/// Reads the table in `group`. Throws DamagedFile for a name that is unknown, a number that is none,
/// and lists out of order.
void read_limits(Reader& reader, const std::string& group, FspecParameters& fspec);

}  // namespace ldfi::results
