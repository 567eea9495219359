// Where every exception of a run ends: said on stderr, turned into an exit status.
#pragma once

#include <exception>

#include "common/config/command_line.hpp"
#include "common/core/errors.hpp"
#include "common/dedalus/load.hpp"
#include "master/app/log.hpp"

namespace ldfi::app {

/// Says what `error` is (diagnostics with their source lines) and returns the status to leave with.
ExitStatus report_failure(const std::exception_ptr& error, const Log& log);

/// Runs `action`; an InputError that comes without its texts gets `sources`.
template <class Action>
auto with_sources(const SourceSet& sources, Action action) {
  try {
    return action();
  } catch (const dedalus::ProgramError&) {
    throw;
  } catch (const config::ConfigError&) {
    throw;
  } catch (const InputError& e) {
    throw dedalus::ProgramError(e.diagnostics(), sources);
  }
}

}  // namespace ldfi::app
