// Threads, of which a limit may allow no more.
#pragma once

#include <fmt/core.h>

#include <system_error>
#include <thread>
#include <utility>

#include "common/core/errors.hpp"

namespace ldfi {

/// A thread that does `action`. Throws EnvironmentError saying why it cannot be started.
template <class Action>
std::thread start_thread(Action action) {
  try {
    return std::thread(std::move(action));
  } catch (const std::system_error& e) {
    throw EnvironmentError(fmt::format(
        "cannot start a thread: {} (a limit on processes, ulimit -u, or on memory, ulimit -v)",
        e.code().message()));
  }
}

}  // namespace ldfi
