// Judges an execution by its history, which is what clients observed, and by the events of its recording.
// Private to worker/drive.
#pragma once

#include <functional>
#include <vector>

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "worker/drive/happening.hpp"

namespace ldfi::drive {

/// Judges an execution. Throws what CommandCheck and SpecificationCheck throw.
using Judge =
    std::function<check::Judgement(const check::History&, const std::vector<Happening>& events)>;

}  // namespace ldfi::drive
