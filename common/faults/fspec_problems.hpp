// Checks of the parameters of an Fspec. Private to common/faults.
#pragma once

#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Returns an error at `where` for everything that is wrong. Empty if the parameters are valid.
/// Requires sorted nodes.
[[nodiscard]] std::vector<Diagnostic> problems(const FspecParameters& p, SourceRange where);

}  // namespace ldfi
