// Makes the executor of a worker, by the kind of its setup.
#pragma once

#include <memory>

#include "common/campaign/executor.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::app {

/// Returns an executor of a real system if the setup has one, otherwise of a program.
std::unique_ptr<campaign::Executor> make_executor(const wire::Setup& setup);

}  // namespace ldfi::app
