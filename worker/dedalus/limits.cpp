#include "worker/dedalus/limits.hpp"

#include <algorithm>

namespace ldfi::execute {
namespace {

// Bytes of a fact and of an instance of a universe, with tuple, tables and premises. Measured on the
// protocols in configs/ and rounded up, so that the limit on memory is kept.
constexpr std::uint64_t bytes_per_fact = 512;
constexpr std::uint64_t bytes_per_instance = 128;
// More than any of these protocols has, so that a world of mostly instances is not larger than a world of
// mostly facts.
constexpr std::uint64_t instances_per_fact = 4;
// Bytes that the evaluator needs for a fact, with its place in tables, which are copied when they grow.
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
