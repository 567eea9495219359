// Makes the data about a real system that workers and the journal get.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/journal/header.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::app {

/// Returns the settings of a search that these options request.
[[nodiscard]] search::SystemSettings system_settings(const config::Options& options);

/// Returns the system for the workers. If `elsewhere`, also the contents of its files, because workers may
/// run on machines that do not have them. Requires that the plan has a fingerprint. Throws EnvironmentError.
[[nodiscard]] wire::SystemSource system_source(const systems::Plan& plan,
                                               const config::Options& options, bool elsewhere);

/// Returns the data by which a journal refuses a different run: the texts of the system, the Fspec, and every
/// option that affects the results.
[[nodiscard]] journal::Header system_header(const std::vector<std::string>& arguments,
                                            const systems::Plan& plan,
                                            const config::Options& options);

}  // namespace ldfi::app
