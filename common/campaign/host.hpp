// The process that a search runs in: its clock, its memory, and how it shows that it is alive.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "common/base/meter.hpp"

namespace ldfi::campaign {

struct Host {
  std::function<double()> clock;          ///< seconds, monotonic
  std::function<std::uint64_t()> memory;  ///< bytes that the process uses
  std::function<void()> alive{};          ///< see Executor::set_alive
  std::function<void(bool)> suspend{};    ///< see Executor::set_suspend
};

/// Bounds of a search in one process.
struct HostLimits {
  double deadline = 0;  ///< time of Host::clock at which the search ends; infinity: no limit
  std::uint64_t memory_bytes = 0;  ///< largest memory of the process; 0: no limit
};

/// Returns the budget that has run out, "time" or "memory", or nullopt.
[[nodiscard]] std::optional<std::string> exhausted(const Host& host, const HostLimits& limits);

/// Returns a check that shows that the process is alive, and throws BudgetExceeded if a budget
/// has run out. `host` must outlive the check.
[[nodiscard]] BudgetCheck check_of(const Host& host, const HostLimits& limits);

}  // namespace ldfi::campaign
