#include "common/faults/budgets.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/faults/fspec.hpp"

namespace ldfi {

Budgets budgets_of(const FspecParameters& fspec) {
  return {.restarts = fspec.restarts,
          .partitions = fspec.limits.partitions,
          .pauses = fspec.limits.pauses,
          .failed_writes = fspec.disk.write,
          .dead_disks = fspec.disk.dead,
          .corruptions = fspec.disk.corrupt,
          .write_backs = fspec.disk.writeback,
          .late = fspec.delays.most,
          .late_ticks = fspec.delays.budget.value_or(Budgets::any),
          .delays = fspec.delays.count.value_or(Budgets::any),
          .duplicates = fspec.delays.duplicates,
          .omissions = fspec.limits.omissions.value_or(Budgets::any),
          .faults = fspec.limits.faults.value_or(Budgets::any)};
}

void set_budgets(FspecParameters& fspec, const Budgets& budgets) {
  const auto set = [](auto& number, int to) {
    if (to != Budgets::any) number = to;
  };
  set(fspec.restarts, budgets.restarts);
  set(fspec.limits.partitions, budgets.partitions);
  set(fspec.limits.pauses, budgets.pauses);
  set(fspec.disk.write, budgets.failed_writes);
  set(fspec.disk.dead, budgets.dead_disks);
  set(fspec.disk.corrupt, budgets.corruptions);
  set(fspec.disk.writeback, budgets.write_backs);
  set(fspec.delays.most, budgets.late);
  set(fspec.delays.budget, budgets.late_ticks);
  set(fspec.delays.count, budgets.delays);
  set(fspec.delays.duplicates, budgets.duplicates);
  set(fspec.limits.omissions, budgets.omissions);
  set(fspec.limits.faults, budgets.faults);
  if (fspec.limits.partitions == 0) {
    fspec.limits.partition_sets.clear();
    fspec.limits.named_sets.clear();
    fspec.limits.one_way = false;
  }
  if (fspec.limits.pauses == 0) fspec.limits.pausable.clear();
  if (fspec.restarts == 0) fspec.limits.any_restarts();
}

bool within(const FaultSet& faults, const Budgets& budgets) {
  Budgets used{};
  for (const Budgets::Entry& entry : Budgets::entries()) used.*entry.of = 0;
  used.faults = static_cast<int>(faults.size());
  for (const Fault& fault : faults) {
    if (const auto* outage = std::get_if<Outage>(&fault))
      used.restarts += outage->restarts() ? 1 : 0;
    if (std::holds_alternative<Partition>(fault)) ++used.partitions;
    if (std::holds_alternative<Pause>(fault)) ++used.pauses;
    if (std::holds_alternative<FailedWrite>(fault)) ++used.failed_writes;
    if (std::holds_alternative<DeadDisk>(fault)) ++used.dead_disks;
    if (std::holds_alternative<Corruption>(fault)) ++used.corruptions;
    if (std::holds_alternative<WriteBack>(fault)) ++used.write_backs;
    if (std::holds_alternative<Duplicate>(fault)) ++used.duplicates;
    if (const auto* delay = std::get_if<Delay>(&fault)) {
      ++used.delays;
      used.late_ticks += delay->late;
      used.late = std::max(used.late, delay->late);
    }
    if (std::holds_alternative<Omission>(fault)) ++used.omissions;
  }
  return std::ranges::all_of(Budgets::entries(), [&](const Budgets::Entry& entry) {
    return used.*entry.of <= budgets.*entry.of;
  });
}

std::string to_text(const Budgets& budgets) {
  std::string out;
  for (const Budgets::Entry& entry : Budgets::entries()) {
    if (budgets.*entry.of != Budgets::any) {
      out += fmt::format(",{}={}", entry.option, budgets.*entry.of);
    }
  }
  return out;
}

}  // namespace ldfi
