#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

std::uint64_t runs_of(const Job& job) {
  if (const auto* range = std::get_if<EnumerateJob>(&job.work)) return range->count;
  if (const auto* sample = std::get_if<SampleJob>(&job.work)) return sample->count;
  return 1;
}

Setup without_limits(Setup setup) {
  setup.max_facts = setup.max_instances = 0;
  setup.memory_limit_bytes = setup.time_left_ms = 0;
  setup.pruning_done = setup.bounded = false;
  setup.pruned.clear();
  return setup;
}

bool repeatable(const Report& report) {
  if (const auto* range = std::get_if<EnumerateReport>(&report.result))
    return range->unended.empty();
  if (const auto* sample = std::get_if<SampleReport>(&report.result))
    return sample->unended.empty();
  const auto* cell = std::get_if<Cell>(&report.result);
  // The runs that a cell may take are part of its job.
  return cell == nullptr || cell->reason.empty() || cell->reason == "runs";
}

}  // namespace ldfi::wire
