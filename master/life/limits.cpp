#include "master/life/limits.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <chrono>

#include "common/base/errors.hpp"
#include "common/base/memory.hpp"

namespace ldfi::app {
namespace {

/// Returns which part of the additional time and memory, beyond the user's limits, the stage may
/// use: from 0 to 1.
double share(Stage stage) {
  return stage == Stage::searching ? 0 : stage == Stage::replaying ? 0.5 : 1;
}

}  // namespace

BudgetCheck budget_check(const config::Options& options, std::function<double()> seconds,
                         Stage stage) {
  constexpr double least_s = 0.5;
  constexpr double least_bytes = 48 << 20U;
  std::optional<double> time = options.time_limit_s;
  std::optional<std::uint64_t> memory = options.memory_limit_bytes;
  if (!time && !memory) return {};
  if (time) *time += share(stage) * std::max(least_s, *time / 4);
  if (memory) {
    const double more = std::max(least_bytes, static_cast<double>(*memory) / 4);
    *memory += static_cast<std::uint64_t>(share(stage) * more);
  }
  return [time, memory, seconds = std::move(seconds)] {
    if (time && seconds() > *time) throw BudgetExceeded("time", "time");
    if (memory && resident_bytes() > *memory) throw BudgetExceeded("memory", "memory");
  };
}

BudgetCheck budget_check(const config::Options& options) {
  using Clock = std::chrono::steady_clock;
  const auto seconds = [began = Clock::now()] {
    return std::chrono::duration<double>(Clock::now() - began).count();
  };
  return budget_check(options, seconds);
}

BudgetCheck graph_check(const config::Options& options, BudgetCheck check) {
  if (!options.memory_limit_bytes) return check;
  return
      [limit = *options.memory_limit_bytes, before = resident_bytes(), check = std::move(check)] {
        check();
        const std::uint64_t now = resident_bytes();
        if (now > before && now + 2 * (now - before) > limit)
          throw BudgetExceeded("memory", "memory");
      };
}

std::string left_out(const std::string& budget) {
  return fmt::format(
      "derivation graphs are left out: the budget of {} ran out; ldfi-results makes them on demand",
      budget);
}

}  // namespace ldfi::app
