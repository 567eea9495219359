// Makes the object with which a worker executes fault sets, of a program or of a real system.
#pragma once

#include <memory>

#include "common/campaign/executor.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::app {

/// Returns an executor for the real system in `setup` or, if `setup` has none, for its program.
std::unique_ptr<campaign::Executor> make_executor(const wire::Setup& setup);

}  // namespace ldfi::app
