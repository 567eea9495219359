// Starts threads, and reports the reason if a limit of the system prevents this.
#pragma once

#include <functional>
#include <thread>

namespace ldfi {

/// Starts a thread that runs `action`. Throws EnvironmentError with the reason if this fails.
std::thread start_thread(std::function<void()> action);

/// Starts a thread that yields to its starter if cores are scarce: it has a lower priority and its
/// own heap. `action` must not throw. Throws as start_thread() does.
std::thread start_background_thread(std::function<void()> action);

}  // namespace ldfi
