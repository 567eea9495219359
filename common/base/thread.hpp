// Starts threads. If the system refuses a new thread, the exception contains the reason.
#pragma once

#include <functional>
#include <thread>

namespace ldfi {

/// Starts a thread that runs `action`. Throws EnvironmentError with the reason if the thread cannot
/// start.
std::thread start_thread(std::function<void()> action);

/// Starts a thread with a lower priority and its own heap, so that it hardly slows down other
/// threads. `action` must not throw. Throws EnvironmentError if the thread cannot start.
std::thread start_background_thread(std::function<void()> action);

}  // namespace ldfi
