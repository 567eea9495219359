#include "common/count/count.hpp"

#include "common/base/contract.hpp"
#include "common/count/pass.hpp"

namespace ldfi::count {

const char* not_countable(const Fspec& fspec) {
  const FaultLimits& limits = fspec.limits();
  if (limits.partitions > 0) return "partitions";
  if (limits.pauses > 0) return "pauses";
  if (!fspec.disk().none()) return "faults of disks";
  if (!fspec.delays().none()) return "late messages";
  // After partitions and pauses, which imply it.
  if (fspec.crash_model() == CrashModel::stop) return "restarts, and crash_model: stop";
  if (limits.omissions.value_or(0) != 0) return "a number of omissions";
  if (limits.faults) return "a number of all faults";
  return nullptr;
}

Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits) {
  LDFI_REQUIRE(not_countable(universe.fspec()) == nullptr, "an Fspec that is not counted");
  LDFI_REQUIRE(universe.program().specifications.empty(), "named specifications are not counted");
  return Pass(universe, limits).run();
}

}  // namespace ldfi::count
