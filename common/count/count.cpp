#include "common/count/count.hpp"

#include <cmath>

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

namespace {

void require_countable(const ground::Universe& universe) {
  LDFI_REQUIRE(not_countable(universe.fspec()) == nullptr, "an Fspec that is not counted");
  LDFI_REQUIRE(universe.program().specifications.empty(), "named specifications are not counted");
}

}  // namespace

Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits) {
  require_countable(universe);
  const auto out = Pass<Numbers>(universe, limits).run();
  return {out.violating, out.vacuous, out.passing, out.failing, out.states};
}

double chance_of_violation(const ground::Universe& universe, const CountLimits& limits) {
  require_countable(universe);
  Pass<Chances> pass(universe, limits);
  const auto out = pass.run();
  const auto& weights = pass.weights();
  const double all = weights.mean(out.violating) + weights.mean(out.vacuous) +
                     weights.mean(out.passing) + weights.mean(out.failing);
  LDFI_ENSURE(std::abs(all - 1) < 1e-9, "every draw ends somewhere");
  return weights.mean(out.violating);
}

}  // namespace ldfi::count
