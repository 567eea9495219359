// The first sentences of a page: what broke, or what was proved.
#pragma once

#include <string>

#include "common/record/run.hpp"

namespace ldfi::results {

/// Returns the meaning of the verdict of a program's cell, with the falsifier that the page opens with.
[[nodiscard]] std::string headline(const RunRecord& run, const Cell& cell);

/// Returns the meaning of the verdict about a real system, with its first counterexample.
[[nodiscard]] std::string headline(const SystemResult& system);

}  // namespace ldfi::results
