// Falsifiers of earlier runs that --known names: in results files (*.h5), or in what ldfi-results and
// `ldfi-farm --summary json` write as JSON (*.json).
#pragma once

#include <string>
#include <vector>

#include "common/record/known_case.hpp"

namespace ldfi::app {

/// In the order of the files, of all their cells, each fault set once. Throws EnvironmentError for a
/// file that cannot be read, and InputError (SourcedError) for one that holds none such.
[[nodiscard]] std::vector<StoredFalsifier> read_stored(const std::vector<std::string>& paths);

}  // namespace ldfi::app
