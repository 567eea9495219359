// Judges what clients saw of an execution, and the events of its recording. Private to worker/drive.
#pragma once

#include <functional>
#include <vector>

#include "common/systems/check/history.hpp"
#include "common/systems/check/judgement.hpp"
#include "worker/drive/happening.hpp"

namespace ldfi::drive {

/// Throws as CommandCheck does.
using Judge =
    std::function<check::Judgement(const check::History&, const std::vector<Happening>& events)>;

}  // namespace ldfi::drive
