// Writes the first sentences of a page: which promise was broken, or what was proved.
#pragma once

#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

/// Returns what the verdict of a program's cell means, and the counterexample that the page shows
/// first.
[[nodiscard]] std::string headline(const RunRecord& run, const Cell& cell);

/// Returns what the verdict of a real system means, with its first counterexample.
[[nodiscard]] std::string headline(const SystemResult& system);

}  // namespace ldfi::results
