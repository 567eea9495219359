// Threads, of which a limit may allow no more.
#pragma once

#include <functional>
#include <thread>

namespace ldfi {

/// A thread that does `action`. Throws EnvironmentError saying why it cannot be started.
std::thread start_thread(std::function<void()> action);

/// A thread that computes beside its starter, who comes first where cores are scarce: of lower
/// priority, and with a heap of its own. `action` throws nothing. Throws as start_thread().
std::thread start_background_thread(std::function<void()> action);

}  // namespace ldfi
