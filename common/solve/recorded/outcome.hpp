// The faults and the result of one recorded execution.
#pragma once

#include "common/systems/course.hpp"
#include "common/systems/lineage.hpp"

namespace ldfi::recorded {

struct Outcome {
  systems::Course course;
  systems::Result result = systems::Result::pass;
  systems::FaultSet asked;  ///< faults that were requested
  /// The messages and facts that led to the result. Only filled in if the search uses a heuristic.
  systems::Lineage lineage{};
};

}  // namespace ldfi::recorded
