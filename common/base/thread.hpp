// Starts threads, and says why if a limit of the system allows no more.
#pragma once

#include <functional>
#include <thread>

namespace ldfi {

/// A thread that runs `action`. Throws EnvironmentError, with the reason, if none can be started.
std::thread start_thread(std::function<void()> action);

/// A thread that computes beside its starter and yields to it where cores are scarce: it has a
/// lower priority, and a heap of its own. `action` must not throw. Throws as start_thread() does.
std::thread start_background_thread(std::function<void()> action);

}  // namespace ldfi
