// The plain-English paragraph of a comparison.
#pragma once

#include <string>

#include "results/lineage/explain.hpp"

namespace ldfi::results {

/// `why` is the explanation of the run's first_questions().
std::string tell_story(const Subject& subject, const Rerun& run, const Lineage& why);

}  // namespace ldfi::results
