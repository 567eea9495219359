#include "master/app/limits.hpp"

#include <chrono>

#include "common/core/errors.hpp"
#include "common/core/memory.hpp"

namespace ldfi::app {
namespace {

// A fact of the evaluator and its place in the tables; growing tables are copied.
constexpr std::uint64_t bytes_per_fact = 160;

}  // namespace

BudgetCheck budget_check(const config::Options& options, std::function<double()> seconds) {
  if (!options.time_limit_s && !options.memory_limit_bytes) return {};
  return [time = options.time_limit_s, memory = options.memory_limit_bytes,
          seconds = std::move(seconds)] {
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

eval::EvalLimits eval_limits(const config::Options& options, BudgetCheck check) {
  eval::EvalLimits limits;
  std::size_t most = options.max_facts;
  if (options.memory_limit_bytes) {
    most = std::min<std::size_t>(most, *options.memory_limit_bytes / bytes_per_fact);
  }
  limits.allow(most);
  limits.check = std::move(check);
  return limits;
}

}  // namespace ldfi::app
