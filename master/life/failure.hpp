// Reports every exception of a run on stderr, and turns it into an exit status.
#pragma once

#include <exception>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "common/dedalus/language/load.hpp"
#include "master/face/log.hpp"

namespace ldfi::app {

/// Reports `error` on stderr (diagnostics with their source lines). Returns its exit status.
ExitStatus report_failure(const std::exception_ptr& error, const Log& log);

}  // namespace ldfi::app
