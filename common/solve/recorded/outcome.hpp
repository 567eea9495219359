// What one recorded execution says of faults.
#pragma once

#include "common/systems/course.hpp"
#include "common/systems/lineage.hpp"

namespace ldfi::recorded {

struct Outcome {
  systems::Course course;
  systems::Result result = systems::Result::pass;
  systems::FaultSet asked;     ///< the faults that were to happen
  systems::Lineage lineage{};  ///< if the search is steered
};

}  // namespace ldfi::recorded
