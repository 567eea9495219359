// Starts threads. Reports the reason if a limit of the system prevents a new thread.
#pragma once

#include <functional>
#include <thread>

namespace ldfi {

/// Starts a thread that runs `action`. Throws EnvironmentError with the reason if the thread cannot
/// start.
std::thread start_thread(std::function<void()> action);

/// Starts a thread with a lower priority and its own heap, so that it hardly disturbs its starter
/// if cores are scarce. `action` must not throw. Throws as start_thread() does.
std::thread start_background_thread(std::function<void()> action);

}  // namespace ldfi
