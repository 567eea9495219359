#include "common/count/count.hpp"

#include <cmath>

#include "common/base/contract.hpp"
#include "common/count/limited.hpp"
#include "common/count/pass.hpp"
#include "common/count/weights.hpp"

namespace ldfi::count {

const char* not_countable(const Fspec& fspec) {
  const FaultLimits& limits = fspec.limits();
  if (limits.partitions > 0) return "partitions";
  if (limits.pauses > 0) return "pauses";
  if (!fspec.disk().none()) return "faults of disks";
  return nullptr;
}

bool has_chance(const Fspec& fspec) {
  return fspec.crash_model() != CrashModel::stop && fspec.delays().none() &&
         !Limited::needed(fspec);
}

namespace {

void require_countable(const ground::Universe& universe) {
  LDFI_REQUIRE(not_countable(universe.fspec()) == nullptr, "an Fspec that is not counted");
  LDFI_REQUIRE(universe.program().specifications.empty(), "named specifications are not counted");
}

BigInt number_of(const BigInt& sets) {
  return sets;
}
BigInt number_of(const ByNumber& sets) {
  BigInt out = 0;
  for (const auto& [spent, number] : sets.terms()) out += number;
  return out;
}

template <class Weights>
Counts run(const ground::Universe& universe, const CountLimits& limits) {
  const auto out = Pass<Weights>(universe, limits).run();
  const auto number = [&out](Outcome outcome) { return number_of(out[outcome]); };
  return {number(Outcome::violating), number(Outcome::vacuous),    number(Outcome::passing),
          number(Outcome::failing),   number(Outcome::overtaking), out.states};
}

}  // namespace

Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits) {
  require_countable(universe);
  return Limited::needed(universe.fspec()) ? run<Limited>(universe, limits)
                                           : run<Numbers>(universe, limits);
}

double chance_of_violation(const ground::Universe& universe, const CountLimits& limits) {
  require_countable(universe);
  LDFI_REQUIRE(has_chance(universe.fspec()), "draws whose chances are not known");
  Pass<Chances> pass(universe, limits);
  const auto out = pass.run();
  const auto& weights = pass.weights();
  double all = 0;
  for (const auto& part : out.of) all += weights.mean(part);
  LDFI_ENSURE(std::abs(all - 1) < 1e-9, "every draw ends somewhere");
  return weights.mean(out[Outcome::violating]);
}

}  // namespace ldfi::count
