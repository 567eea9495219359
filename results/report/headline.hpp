// The first sentences of a page: what broke, or what was proved.
#pragma once

#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

/// What the verdict of a cell of a program means. Of falsifiers, it tells of the one that the page opens with.
[[nodiscard]] std::string headline(const RunRecord& run, const Cell& cell);

/// The same of a run about a real system; of counterexamples, it tells of the first one.
[[nodiscard]] std::string headline(const SystemResult& system);

}  // namespace ldfi::results
