// The plain-English paragraph of a comparison.
#pragma once

#include <string>

#include "results/lineage/explain.hpp"

namespace ldfi::results {

/// Tells why the run ended so. `why` explains the run's first_questions().
std::string tell_story(const Subject& subject, const Rerun& run, const Lineage& why);

}  // namespace ldfi::results
