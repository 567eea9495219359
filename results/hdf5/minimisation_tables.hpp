// Writes and reads the group of tables about a minimised counterexample. Private to this folder.
#pragma once

#include <string>

#include "common/record/minimisation.hpp"
#include "results/hdf5/handles.hpp"
#include "results/hdf5/reader.hpp"

namespace ldfi::results {

void write_minimisation(hid_t cell, const Minimisation& minimisation);

/// Reads the minimisation from `group`. Throws DamagedFile.
[[nodiscard]] Minimisation read_minimisation(Reader& reader, const std::string& group);

}  // namespace ldfi::results
