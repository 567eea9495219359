// The executor of a worker, by what its setup is about.
#pragma once

#include <memory>

#include "common/campaign/executor.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::app {

/// Of a real system if the setup has one, else of a program.
std::unique_ptr<campaign::Executor> make_executor(const wire::Setup& setup);

}  // namespace ldfi::app
