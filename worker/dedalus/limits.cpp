#include "worker/dedalus/limits.hpp"

#include <algorithm>

namespace ldfi::execute {
namespace {

// Bytes that a universe needs for a fact and for an instance of a rule, with their tables. Measured
// on the protocols in configs/ and rounded up, so that the limit on memory is kept.
constexpr std::uint64_t bytes_per_fact = 512;
constexpr std::uint64_t bytes_per_instance = 128;
// More instances for each fact than any protocol in configs/ has. So the limit on facts also limits
// the instances.
constexpr std::uint64_t instances_per_fact = 4;
// Bytes that the evaluator needs for a fact, including tables, which are copied when they grow.
constexpr std::uint64_t bytes_per_executed_fact = 160;

}  // namespace

ground::GroundLimits ground_limits(const wire::Budget& budget, BudgetCheck check) {
  ground::GroundLimits limits;
  if (budget.max_facts > 0) {
    limits.max_facts = budget.max_facts;
    limits.max_instances = instances_per_fact * budget.max_facts;
  }
  if (const std::uint64_t bytes = budget.memory_limit_bytes; bytes > 0) {
    limits.max_facts = std::min<std::size_t>(limits.max_facts, bytes / bytes_per_fact);
    limits.max_instances = std::min<std::size_t>(limits.max_instances, bytes / bytes_per_instance);
  }
  limits.check = std::move(check);
  return limits;
}

eval::EvalLimits eval_limits(const wire::Budget& budget, BudgetCheck check) {
  eval::EvalLimits limits;
  std::size_t most = budget.max_facts > 0 ? budget.max_facts : limits.max_facts;
  if (budget.memory_limit_bytes > 0) {
    most = std::min<std::size_t>(most, budget.memory_limit_bytes / bytes_per_executed_fact);
  }
  if (budget.max_facts > 0 || budget.memory_limit_bytes > 0) limits.allow(most);
  limits.check = std::move(check);
  return limits;
}

}  // namespace ldfi::execute
