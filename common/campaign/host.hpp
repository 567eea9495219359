// The clock and memory of the process that a search runs in, and how the process shows that it is
// alive.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "common/base/meter.hpp"

namespace ldfi::campaign {

struct Host {
  std::function<double()> clock;          ///< returns the time in seconds, monotonic
  std::function<std::uint64_t()> memory;  ///< returns the number of bytes that the process uses
  /// Shows that the process is alive, see Executor::set_alive; may be empty.
  std::function<void()> alive{};
  /// Called with true before and false after long work, see Executor::set_suspend; may be empty.
  std::function<void(bool)> suspend{};
};

/// Bounds of a search in one process.
struct HostLimits {
  /// Time of Host::clock at which the search ends; infinity if there is no limit.
  double deadline = 0;
  std::uint64_t memory_bytes = 0;  ///< largest memory of the process; 0 if there is no limit
};

/// Returns the name of the budget that has run out, "time" or "memory". Returns nullopt if none
/// has.
[[nodiscard]] std::optional<std::string> exhausted(const Host& host, const HostLimits& limits);

/// Returns a function that shows that the process is alive, and throws BudgetExceeded if a budget
/// has run out. `host` must outlive the function.
[[nodiscard]] BudgetCheck check_of(const Host& host, const HostLimits& limits);

}  // namespace ldfi::campaign
