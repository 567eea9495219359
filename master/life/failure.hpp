// Where every exception of a run ends: said on stderr, turned into an exit status.
#pragma once

#include <exception>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"
#include "common/dedalus/language/load.hpp"
#include "master/face/log.hpp"

namespace ldfi::app {

/// Says what `error` is (diagnostics with their source lines) and returns the status to leave with.
ExitStatus report_failure(const std::exception_ptr& error, const Log& log);

}  // namespace ldfi::app
