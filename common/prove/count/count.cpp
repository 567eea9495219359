#include "common/prove/count/count.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/prove/count/by_diagrams.hpp"
#include "common/prove/count/limited.hpp"
#include "common/prove/count/pass.hpp"
#include "common/prove/count/weights.hpp"

namespace ldfi::count {

const char* not_countable(const Fspec& fspec) {
  const char* out = nullptr;
  each_kind([&]<class Kind>(Kind*) {
    if constexpr (!has_support<Kind>(Support::count)) {
      if (out != nullptr || !admits_some(Kind::most(fspec.parameters()))) return;
      out = Kind::place == Place::disk ? "faults of disks" : Kind::number.many;
    }
  });
  return out;
}

bool has_chance(const Fspec& fspec) {
  return fspec.crash_model() != CrashModel::stop && fspec.delays().none() &&
         !Limited::needed(fspec);
}

namespace {

void require_countable(const ground::Universe& universe) {
  LDFI_REQUIRE(not_countable(universe.fspec()) == nullptr,
               "the fault sets of this Fspec can be counted");
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

bool has_diagrams(const Fspec& fspec) {
  constexpr std::uint64_t most = Diagrams::max_variables;
  const std::uint64_t nodes = fspec.node_count();
  const auto ticks = static_cast<std::uint64_t>(fspec.eot());
  const std::uint64_t crashes = fspec.may_crash() ? nodes * ticks : 0;
  const auto losses = static_cast<std::uint64_t>(fspec.last_omission()) * fspec.omissible_pairs();
  return has_chance(fspec) && nodes * nodes * ticks <= 100 * most && crashes + losses <= most;
}

Counts count_by_diagrams(const ground::Universe& universe, const CountLimits& limits) {
  require_countable(universe);
  LDFI_REQUIRE(has_diagrams(universe.fspec()),
               "decision diagrams support the faults of this Fspec");
  return ByDiagrams(universe, limits).run();
}

namespace {

Counts count_by_states(const ground::Universe& universe, const CountLimits& limits) {
  return Limited::needed(universe.fspec()) ? run<Limited>(universe, limits)
                                           : run<Numbers>(universe, limits);
}

/// Calls `count` and returns its result. Returns nullopt if the computation exceeded its size
/// limit.
template <class Count>
std::optional<Counts> if_small(const Count& count) {
  try {
    return count();
  } catch (const BudgetExceeded& e) {
    if (!e.too_large()) throw;
    return std::nullopt;
  }
}

}  // namespace

// Tries the pass over states first, because it is fast if there are few states, and reports how
// many there are. Diagrams may be small even if there are many states.
Counts count_fault_sets(const ground::Universe& universe, const CountLimits& limits) {
  require_countable(universe);
  if (!has_diagrams(universe.fspec())) return count_by_states(universe, limits);
  CountLimits few = limits;
  few.max_states = std::min<std::uint64_t>(limits.max_states, 50'000);
  const auto quick = if_small([&] { return count_by_states(universe, few); });
  if (quick) return *quick;
  const auto diagrams = if_small([&] { return count_by_diagrams(universe, limits); });
  return diagrams ? *diagrams : count_by_states(universe, limits);
}

double chance_of_violation(const ground::Universe& universe, const CountLimits& limits) {
  require_countable(universe);
  LDFI_REQUIRE(has_chance(universe.fspec()),
               "the probabilities of random draws are known for this Fspec");
  Pass<Chances> pass(universe, limits);
  const auto out = pass.run();
  const auto& weights = pass.weights();
  double all = 0;
  for (const auto& part : out.of) all += weights.mean(part);
  LDFI_ENSURE(std::abs(all - 1) < 1e-9, "the probabilities of all draws have the sum 1");
  // Rounding may have moved the probability slightly out of its range.
  return std::clamp(weights.mean(out[Outcome::violating]), 0.0, 1.0);
}

}  // namespace ldfi::count
