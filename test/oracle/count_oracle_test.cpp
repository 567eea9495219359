// Compares the counts of fault sets with the plain evaluator, which executes every fault set. This
// evaluator uses neither rule instances nor states, from which the counts are computed.
// draw_chances.hpp computes the probabilities as rational numbers.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <memory>
#include <optional>
#include <set>

#include "common/base/errors.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/prove/count/count.hpp"
#include "test/oracle/draw_chances.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/recovery_program.hpp"

namespace ldfi::test {
namespace {

constexpr std::uint64_t most_fault_sets = 3'000;

struct Totals {
  int programs = 0;
  int violating = 0;  ///< programs with some violating fault sets
  int vacuous = 0;
  int failing = 0;
  int crashing = 0;
  int halting = 0;
  int narrow = 0;      ///< programs in which some messages must not be omitted
  int late = 0;        ///< programs in which a late message changes the counts
  int itself = 0;      ///< programs in which a late message of a node to itself changes the counts
  int restarting = 0;  ///< programs that are violated by a fault set that has only restarts
  int overtaking = 0;  ///< programs with fault sets that a fifo channel excludes
  BigInt fault_sets = 0;
};

/// Returns the parameters without kinds of faults that cannot be counted, and with limits so small
/// that every fault set can be executed.
FspecParameters countable(FspecParameters f, std::uint64_t seed) {
  FspecParameters out;
  out.eot = f.eot;
  out.eff = f.eff;
  out.crashes = f.crashes;
  out.nodes = f.nodes;
  out.eff_mode = f.eff_mode;
  out.crash_model = seed % 3 == 0 ? CrashModel::halt : CrashModel::silent;
  if (seed % 5 == 0) out.limits.omissions_from = {f.nodes.front()};
  if (seed % 7 == 0) out.limits.reliable = {{f.nodes.front(), f.nodes.back()}};
  if (seed % 7 == 0 && f.nodes.size() < 2) out.limits.reliable.clear();
  if (seed % 11 == 0) out.limits.omissions = 0;
  if (seed % 4 == 0) out.crashable = {f.nodes.back()};
  if (seed % 2 == 0) out.crashes = std::min<int>(2, static_cast<int>(f.nodes.size()));
  while (out.eff > 0 && Fspec(out).distinct_fault_sets() > most_fault_sets) --out.eff;
  while (out.crashes > 0 && Fspec(out).distinct_fault_sets() > most_fault_sets) --out.crashes;
  return out;
}

struct Expected : count::Counts {
  Rational chance = 0;  ///< probability that a random fault set violates
  std::set<FaultSet> violate;
};

/// Executes one fault set, and adds its outcome to the expected counts.
void execute(const dedalus::Program& program, const Fspec& fspec, const FaultSet& faults,
             const eval::Model& failure_free, Expected& out) {
  try {
    const auto model = eval::run(program, fspec, faults);
    const eval::Judgement judgement = eval::judge(program, fspec, *model, failure_free);
    if (!judgement.overtaken.empty()) {
      out.overtaking += 1;
    } else if (judgement.holds()) {
      (judgement.pre == 0 ? out.vacuous : out.passing) += 1;
    } else {
      out.violating += 1;
      out.violate.insert(faults);
    }
  } catch (const InputError&) {  // arithmetic fails
    out.failing += 1;
  }
}

/// Executes all fault sets. Returns nullopt if the failure-free run fails.
std::optional<Expected> one_by_one(const dedalus::Program& program, const Fspec& fspec,
                                   bool chances) {
  Expected out;
  Rational all = 0;
  std::unique_ptr<const eval::Model> failure_free;
  try {
    failure_free = eval::run(program, fspec, {});
  } catch (const InputError&) {
    return std::nullopt;
  }
  for (const FaultSet& faults : all_fault_sets(fspec)) {
    execute(program, fspec, faults, *failure_free, out);
    if (!chances) continue;
    const Rational chance = chance_of(faults, fspec);
    all += chance;
    if (out.violate.contains(faults)) out.chance += chance;
  }
  EXPECT_TRUE(!chances || all == 1) << "the chances of all fault sets";
  return out;
}

/// Draws random fault sets, and checks how many violate. The number must be within five standard
/// deviations of its expected value.
void compare_draws(const Fspec& fspec, std::uint64_t seed, const Expected& expected) {
  constexpr int draws = 2'000;
  const FaultSampler sampler(fspec, seed);
  int violating = 0;
  for (std::uint64_t i = 1; i <= draws; ++i) {
    violating += expected.violate.contains(sampler.draw(i)) ? 1 : 0;
  }
  const auto p = static_cast<double>(expected.chance);
  EXPECT_NEAR(violating, p * draws, 5 * std::sqrt(p * (1 - p) * draws) + 1e-6);
}

/// Returns true if a fault set violates all of whose faults fulfil `of`.
bool violates_by(const Expected& expected, bool (*of)(const Fault&)) {
  return std::ranges::any_of(expected.violate, [of](const FaultSet& faults) {
    return !faults.empty() && std::ranges::all_of(faults, of);
  });
}

bool late_to_itself(const Fault& fault) {
  const auto* delay = std::get_if<Delay>(&fault);
  const auto* again = std::get_if<Duplicate>(&fault);
  return (delay != nullptr && delay->from == delay->to) ||
         (again != nullptr && again->from == again->to);
}

bool restarts(const Fault& fault) {
  const auto* outage = std::get_if<Outage>(&fault);
  return outage != nullptr && outage->restarts();
}

void compare_diagrams(const ground::Universe& universe, const count::Counts& expected) {
  const count::Counts counts = count::count_by_diagrams(universe, {});
  EXPECT_EQ(counts.violating, expected.violating);
  EXPECT_EQ(counts.vacuous, expected.vacuous);
  EXPECT_EQ(counts.passing, expected.passing);
  EXPECT_EQ(counts.failing, expected.failing);
}

void compare_chances(const ground::Universe& universe, const Expected& expected,
                     std::uint64_t seed) {
  const auto chance = static_cast<double>(expected.chance);
  const double computed = count::chance_of_violation(universe, {});
  EXPECT_NEAR(computed, chance, 1e-12 * chance);
  EXPECT_LE(computed, 1.0);
  compare_draws(universe.fspec(), seed, expected);
}

void compare(const RandomProgram& random, std::uint64_t seed, Totals& totals) {
  const auto program = checked(random);
  if (!program) return;
  const Fspec fspec(random.fspec);
  const bool chances = count::has_chance(fspec);
  const auto expected = one_by_one(*program, fspec, chances);
  if (!expected) return;
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + describe(random));
  const auto universe = ground::ground_program(*program, fspec);
  const count::Counts counts = count::count_fault_sets(universe, {});
  EXPECT_EQ(counts.violating, expected->violating);
  EXPECT_EQ(counts.vacuous, expected->vacuous);
  EXPECT_EQ(counts.passing, expected->passing);
  EXPECT_EQ(counts.failing, expected->failing);
  EXPECT_EQ(counts.overtaking, expected->overtaking);
  EXPECT_EQ(counts.distinct(), fspec.distinct_fault_sets());
  if (count::has_diagrams(fspec)) compare_diagrams(universe, counts);
  if (chances) compare_chances(universe, *expected, seed);
  ++totals.programs;
  totals.violating += expected->violating > 0 ? 1 : 0;
  totals.vacuous += expected->vacuous > 0 && expected->passing > 0 ? 1 : 0;
  totals.failing += expected->failing > 0 ? 1 : 0;
  totals.crashing += fspec.crashes() > 0 ? 1 : 0;
  totals.halting += fspec.crash_model() == CrashModel::halt && fspec.crashes() > 0 ? 1 : 0;
  totals.narrow += fspec.limits().none() ? 0 : 1;
  totals.late += violates_by(*expected, is_late) ? 1 : 0;
  totals.itself += violates_by(*expected, late_to_itself) ? 1 : 0;
  totals.restarting += violates_by(*expected, restarts) ? 1 : 0;
  totals.overtaking += expected->overtaking > 0 ? 1 : 0;
  totals.fault_sets += counts.distinct();
}

TEST(CountOracle, AgreesWithTheEvaluator) {
  const Seeds all = seeds({1, 300});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    RandomProgram random = observing_program(seed);
    random.fspec = countable(random.fspec, seed);
    compare(random, seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs with " << totals.fault_sets << " fault sets; "
            << totals.violating << " are violated, " << totals.vacuous << " partly vacuous, "
            << totals.failing << " fail, " << totals.crashing << " crash, " << totals.halting
            << " halt, " << totals.narrow << " with limits\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count * 2 / 3));
  EXPECT_GT(totals.violating, 50);
  EXPECT_GT(totals.vacuous, 10);
  EXPECT_GT(totals.failing, 2);
  EXPECT_GT(totals.crashing, 50);
}

/// Returns the program with a rule that reads facts of tick 2 at later ticks, if the program allows
/// such a rule.
std::optional<RandomProgram> program_reading_tick_2(std::uint64_t seed) {
  RandomProgram out = random_program(seed);
  out.text += seed % 2 == 0 ? "log(V1, \"z\") :- log(V1, _), log(V1, \"x\")@2;\n"
                            : "log(V1, \"z\")@async :- log(V2, _), log(V1, _)@2;\n";
  return checked(out) ? std::optional(out) : std::nullopt;
}

TEST(CountOracle, RulesReadEarlierTicks) {
  const Seeds all = seeds({1, 200});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    if (auto random = program_reading_tick_2(seed)) {
      random->fspec = countable(random->fspec, seed);
      compare(*random, seed, totals);
    }
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs, " << totals.violating << " are violated\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count / 4));
}

/// Lowers the limits of the Fspec until all fault sets can be executed.
void bound(FspecParameters& f) {
  const auto many = [&f] { return Fspec(f).distinct_fault_sets() > most_fault_sets; };
  while (f.eff > 0 && many()) --f.eff;
  while (f.delays.duplicates > 1 && many()) --f.delays.duplicates;
  while (many()) f.delays.count = f.delays.count.value_or(3) - 1;
}

TEST(CountOracle, MessagesAreLateAndComeTwice) {
  const Seeds all = seeds({1, 400});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    RandomProgram random = seed % 3 == 0 ? fifo_program(seed) : late_program(seed);
    // In these programs, arithmetic fails after a message has overtaken another message.
    if (seed % 12 == 6) {
      random.text += "wrong(R, 9223372036854775807 + T) :- seen(R, T), last(R, U), U < T;\n";
    }
    if (seed % 5 == 0 && random.fspec.nodes.size() > 1) {
      random.fspec.limits.reliable = {{random.fspec.nodes.front(), random.fspec.nodes.back()}};
    }
    bound(random.fspec);
    compare(random, seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs with " << totals.fault_sets << " fault sets; "
            << totals.violating << " are violated, " << totals.late
            << " by what is late, or comes twice, alone, " << totals.failing << " fail, "
            << totals.crashing << " crash, " << totals.halting << " halt, " << totals.overtaking
            << " have messages overtake others\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.late, 50);
  EXPECT_GT(totals.crashing, 50);
  EXPECT_GT(totals.overtaking, 20);
}

/// Returns a program in which messages of different relations are late independently, or in which
/// messages of a node to itself may be late. Half of the programs have few possible delays instead
/// of limits.
RandomProgram apart(std::uint64_t seed) {
  RandomProgram out = apart_program(seed, most_fault_sets, seed % 2 == 0);
  FspecParameters& f = out.fspec;
  if (seed % 4 < 2) {
    Delays& delays = f.delays;
    f.limits = {};
    delays.budget.reset();
    delays.count.reset();
    delays.duplicates = 0;
    delays.most = std::clamp(delays.most, 1, 2);
    delays.until = 2;
    const auto many = [&f] { return Fspec(f).distinct_fault_sets() > most_fault_sets; };
    if (many()) delays.until = 1;
    if (many()) delays.most = 1;
  }
  bound(f);
  return out;
}

TEST(CountOracle, RelationsAreLateByThemselvesAndMessagesToOneself) {
  const Seeds all = seeds({1, 400});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    compare(apart(seed), seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs with " << totals.fault_sets << " fault sets; "
            << totals.violating << " are violated, " << totals.late
            << " by what is late, or comes twice, alone, " << totals.itself
            << " by that to oneself alone, " << totals.crashing << " crash, " << totals.overtaking
            << " have messages overtake others\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.late, 50);
  EXPECT_GT(totals.itself, 10);
  EXPECT_GT(totals.crashing, 50);
  EXPECT_GT(totals.overtaking, 10);
}

/// The Fspecs have only lost messages, with limits on lost messages and on all faults.
TEST(CountOracle, NumbersAreLimited) {
  const Seeds all = seeds({1, 200});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    RandomProgram random = observing_program(seed);
    random.fspec = countable(random.fspec, seed);
    auto& omissions = random.fspec.limits.omissions;
    if (seed % 3 != 0 && !omissions) omissions = static_cast<int>(1 + seed % 4);
    if (seed % 3 != 1) random.fspec.limits.faults = static_cast<int>(1 + seed % 5);
    compare(random, seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs with " << totals.fault_sets << " fault sets; "
            << totals.violating << " are violated, " << totals.crashing << " crash\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.violating, 30);
}

/// Returns a program whose nodes stop and restart, with limits of every kind that counting
/// supports.
RandomProgram stopping_program(std::uint64_t seed) {
  RandomProgram out = recovery_program(seed);
  FspecParameters& f = out.fspec;
  f.disk = {};
  FaultLimits& limits = f.limits;
  if (seed % 3 == 0) limits.omissions = static_cast<int>(seed % 4);
  if (seed % 4 == 0) limits.faults = static_cast<int>(1 + seed % 3);
  if (seed % 5 == 0) f.crashable = {f.nodes.back()};
  if (f.restarts > 0 && seed % 5 == 1) limits.restartable = {f.nodes.front()};
  if (f.restarts > 0 && seed % 2 == 0) limits.least_down = 2;
  if (f.restarts > 0 && seed % 7 < 3) limits.most_down = 2 + static_cast<int>(seed % 2);
  const auto many = [&f] { return Fspec(f).distinct_fault_sets() > most_fault_sets; };
  while (f.eff > 0 && many()) --f.eff;
  while (f.crashes > 0 && many()) --f.crashes;
  while (f.restarts > 0 && many()) --f.restarts;
  return out;
}

TEST(CountOracle, NodesStopAndRestart) {
  const Seeds all = seeds({1, 400});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    const RandomProgram random = stopping_program(seed);
    compare(random, seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs with " << totals.fault_sets << " fault sets; "
            << totals.violating << " are violated, " << totals.restarting << " by restarts alone, "
            << totals.failing << " fail, " << totals.crashing << " crash\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count / 2));
  EXPECT_GT(totals.restarting, 30);
  EXPECT_GT(totals.crashing, 50);
}

}  // namespace
}  // namespace ldfi::test
