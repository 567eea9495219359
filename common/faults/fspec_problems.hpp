// Checks the parameters of an Fspec. Private to common/faults.
#pragma once

#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Returns an error at `where` for each mistake in the parameters. Empty if they are valid.
/// Requires sorted nodes.
[[nodiscard]] std::vector<Diagnostic> problems(const FspecParameters& p, SourceRange where);

}  // namespace ldfi
