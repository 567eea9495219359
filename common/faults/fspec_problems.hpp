// What is wrong with an Fspec. Private to common/faults.
#pragma once

#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/faults/fspec.hpp"

namespace ldfi {

/// Everything that is wrong, as errors at `where`; empty if the Fspec is one. Requires the nodes
/// sorted.
[[nodiscard]] std::vector<Diagnostic> problems(const FspecParameters& p, SourceRange where);

}  // namespace ldfi
