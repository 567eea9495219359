// Threads that compute beside the main one, which comes first where cores are scarce.
#pragma once

#include <functional>
#include <optional>
#include <thread>

namespace ldfi {

/// Runs `work`, which throws nothing, at a lower priority than the caller's and with a heap of its
/// own. Nothing where no thread can be had.
std::optional<std::thread> begin_in_background(std::function<void()> work);

}  // namespace ldfi
