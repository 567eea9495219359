#include "common/dedalus/eval/check_options.hpp"

namespace ldfi::eval {

int late_ticks(const Delays& delays) {
  return delays.none() ? 0 : delays.latest() + 1;
}

void set_faults(dedalus::CheckOptions& options, const FspecParameters& fspec) {
  options.generated = generated_relations([&]<class Kind>(Kind*) { return Kind::most(fspec); });
  options.late = late_ticks(fspec.delays);
  options.late_by_relation = options.late > 0 && fspec.delays.by_relation;
  options.late_self = options.late > 0 && fspec.delays.self;
  options.fifo = options.late > 0 && fspec.delays.fifo;
  options.writebacks = fspec.disk.writeback > 0;
  const DiskFaults& disk = fspec.disk;
  options.corruptions = {.detected = disk.detected, .relations = disk.damaged};
  for (std::size_t i = 0; i < disk.columns.size() && i < disk.damaged.size(); ++i) {
    options.corruptions.columns.push_back({disk.damaged[i], disk.columns[i]});
  }
}

}  // namespace ldfi::eval
