// What a search of a real system comes to, in words.
#pragma once

#include <string>

#include "master/systems/system_search.hpp"

namespace ldfi::app {

/// What the proof rests on; empty if there is none.
[[nodiscard]] std::string certificate_of(const SystemSearch& search,
                                         const config::Options& options);
/// Why there is no answer; empty if there is one.
[[nodiscard]] std::string reason_of(const SystemSearch& search);

}  // namespace ldfi::app
