// What a node of this plan may see: its program, and the system. Private to worker/drive.
#pragma once

#include <string>

#include "common/systems/plan.hpp"
#include "worker/sandbox/confinement.hpp"

namespace ldfi::drive {

/// `folder`: of the node, outside; `library`: a file that it has to see, or empty.
sandbox::Confinement confinement_of(const systems::Plan& plan, const std::string& folder,
                                    const std::string& library);

}  // namespace ldfi::drive
