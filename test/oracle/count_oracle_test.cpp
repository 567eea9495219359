// Counts against the plain evaluator, which runs every fault set: the evaluator knows neither ground
// instances nor states, and the fault sets are enumerated one by one.
#include <gtest/gtest.h>

#include <iostream>
#include <memory>
#include <optional>

#include "common/base/errors.hpp"
#include "common/count/count.hpp"
#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/random_program.hpp"

namespace ldfi::test {
namespace {

constexpr std::uint64_t most_fault_sets = 3'000;

struct Totals {
  int programs = 0;
  int violating = 0;  ///< programs with some of each
  int vacuous = 0;
  int failing = 0;
  int crashing = 0;
  int halting = 0;
  int narrow = 0;  ///< programs of which not all messages may be omitted
  BigInt fault_sets = 0;
};

/// The parameters without what is not counted, and small enough.
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

/// Nothing if the failure-free run fails.
std::optional<count::Counts> one_by_one(const dedalus::Program& program, const Fspec& fspec) {
  count::Counts out;
  std::unique_ptr<const eval::Model> failure_free;
  try {
    failure_free = eval::run(program, fspec, {});
  } catch (const InputError&) {
    return std::nullopt;
  }
  for (const FaultSet& faults :
       fspec.parameters().crashable.empty() ? all_fault_sets(fspec) : enumerated(fspec)) {
    try {
      const auto model = eval::run(program, fspec, faults);
      const eval::Judgement judgement = eval::judge(program, fspec, *model, *failure_free);
      (!judgement.holds() ? out.violating : judgement.pre == 0 ? out.vacuous : out.passing) += 1;
    } catch (const InputError&) {  // arithmetic
      out.failing += 1;
    }
  }
  return out;
}

void compare(const RandomProgram& random, std::uint64_t seed, Totals& totals) {
  RandomProgram now = random;
  now.fspec = countable(random.fspec, seed);
  const auto program = checked(now);
  if (!program) return;
  const Fspec fspec(now.fspec);
  const auto expected = one_by_one(*program, fspec);
  if (!expected) return;
  SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + describe(now));
  const auto universe = ground::ground_program(*program, fspec);
  const count::Counts counts = count::count_fault_sets(universe, {});
  EXPECT_EQ(counts.violating, expected->violating);
  EXPECT_EQ(counts.vacuous, expected->vacuous);
  EXPECT_EQ(counts.passing, expected->passing);
  EXPECT_EQ(counts.failing, expected->failing);
  EXPECT_EQ(counts.distinct(), fspec.distinct_fault_sets());
  ++totals.programs;
  totals.violating += expected->violating > 0 ? 1 : 0;
  totals.vacuous += expected->vacuous > 0 && expected->passing > 0 ? 1 : 0;
  totals.failing += expected->failing > 0 ? 1 : 0;
  totals.crashing += fspec.crashes() > 0 ? 1 : 0;
  totals.halting += fspec.crash_model() == CrashModel::halt && fspec.crashes() > 0 ? 1 : 0;
  totals.narrow += fspec.limits().none() ? 0 : 1;
  totals.fault_sets += counts.distinct();
}

TEST(CountOracle, AgreesWithTheEvaluator) {
  const Seeds all = seeds({1, 300});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    compare(observing_program(seed), seed, totals);
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

/// With a rule that looks at tick 2 from later ones, where the program allows it.
std::optional<RandomProgram> looking_back(std::uint64_t seed) {
  RandomProgram out = random_program(seed);
  out.text += seed % 2 == 0 ? "log(V1, \"z\") :- log(V1, _), log(V1, \"x\")@2;\n"
                            : "log(V1, \"z\")@async :- log(V2, _), log(V1, _)@2;\n";
  return checked(out) ? std::optional(out) : std::nullopt;
}

TEST(CountOracle, RulesReadEarlierTicks) {
  const Seeds all = seeds({1, 200});
  Totals totals;
  for (std::uint64_t seed = all.first; seed < all.end(); ++seed) {
    if (const auto random = looking_back(seed)) compare(*random, seed, totals);
    if (HasFailure() && !keeps_going()) break;
  }
  std::cout << totals.programs << " programs, " << totals.violating << " are violated\n";
  if (all.count < 100) return;
  EXPECT_GT(totals.programs, static_cast<int>(all.count / 4));
}

}  // namespace
}  // namespace ldfi::test
