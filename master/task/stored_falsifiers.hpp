// Reads counterexamples of earlier runs that --known names, from results files (*.h5) and from the
// JSON of ldfi-results or `ldfi-farm --summary json` (*.json).
#pragma once

#include <string>
#include <vector>

#include "common/record/known_case.hpp"

namespace ldfi::app {

/// Returns the counterexamples of all searches in the order of the files, each fault set once.
/// Throws EnvironmentError for a file that cannot be read, and InputError (SourcedError) for a file
/// that does not have a list of counterexamples.
[[nodiscard]] std::vector<StoredFalsifier> read_stored(const std::vector<std::string>& paths);

}  // namespace ldfi::app
