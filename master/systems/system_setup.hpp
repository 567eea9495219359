// What a run of a real system hands over: to its workers, and to its journal.
#pragma once

#include <string>
#include <vector>

#include "common/config/options.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/journal/header.hpp"
#include "common/search/recorded/system_strategy.hpp"
#include "common/systems/plan.hpp"

namespace ldfi::app {

/// Returns the settings of a search with these options.
[[nodiscard]] search::SystemSettings system_settings(const config::Options& options);

/// `plan` has its fingerprint. `elsewhere`: there are workers that may not find the files where they
/// are, so these come with it. Throws EnvironmentError.
[[nodiscard]] wire::SystemSource system_source(const systems::Plan& plan,
                                               const config::Options& options, bool elsewhere);

/// What a journal has to know of the run to refuse another one: the texts of the system, the Fspec,
/// and every option that counts.
[[nodiscard]] journal::Header system_header(const std::vector<std::string>& arguments,
                                            const systems::Plan& plan,
                                            const config::Options& options);

}  // namespace ldfi::app
