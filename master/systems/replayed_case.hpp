// Executing a case again: a counterexample that somebody keeps in a file (--replay @FILE).
#pragma once

#include <optional>
#include <string>

#include "common/config/options.hpp"
#include "master/systems/system_search.hpp"
#include "results/systems/case.hpp"

namespace ldfi::app {

/// If --replay names a file, reads it, and gives `options` its faults and its seed. Throws
/// EnvironmentError, and SourcedError for what is no case.
[[nodiscard]] std::optional<results::TestCase> take_case(config::Options& options);

/// `violated`, `not violated`, or `diverged: …`. `search` has executed it.
[[nodiscard]] std::string case_text_of(const results::TestCase& one, const SystemSearch& search);
/// 1, 0 or 2.
[[nodiscard]] ExitStatus status_of_case(const results::TestCase& one, const SystemSearch& search);

}  // namespace ldfi::app
