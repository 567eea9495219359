// Executing a case again: a counterexample that somebody keeps in a file (--replay @FILE).
#pragma once

#include <optional>
#include <string>

#include "common/config/options.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "results/views/systems/case.hpp"

namespace ldfi::app {

/// If --replay names a file, reads it, and gives `options` its faults, its seed and its deliveries; those on the
/// command line stand in place of its own. Throws EnvironmentError, SourcedError for what is no case, and
/// UsageError for what --deliveries says.
[[nodiscard]] std::optional<results::TestCase> take_case(config::Options& options);

/// The deliveries of the case that stands at `path` are messages between nodes of the plan. Throws SourcedError.
void check_case(const std::string& path, const results::TestCase& one, const systems::Plan& plan);

/// `violated`, `not violated`, or `diverged: …`. `search` has executed it.
[[nodiscard]] std::string case_text_of(const results::TestCase& one,
                                       const search::SystemStrategy& search);
/// 1, 0 or 2.
[[nodiscard]] ExitStatus status_of_case(const results::TestCase& one,
                                        const search::SystemStrategy& search);

}  // namespace ldfi::app
