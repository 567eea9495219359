// Judges what clients saw of an execution. Private to worker/drive.
#pragma once

#include <functional>

#include "common/check/history.hpp"
#include "common/check/judgement.hpp"

namespace ldfi::drive {

/// Throws as CommandCheck does.
using Judge = std::function<check::Judgement(const check::History&)>;

}  // namespace ldfi::drive
