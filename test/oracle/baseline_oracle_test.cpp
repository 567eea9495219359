// Compares baseline searches with the execution of every fault set, on random programs. Every
// reported counterexample must violate, and no verdict may be certified without a proof.
#include <gtest/gtest.h>

#include <iostream>
#include <map>

#include "common/base/errors.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/molly.hpp"
#include "common/search/random.hpp"
#include "common/solve/sat/cryptominisat.hpp"
#include "test/oracle/seeds.hpp"
#include "test/support/random_program.hpp"
#include "test/support/recovery_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

struct Totals {
  int programs = 0;
  int erring = 0;     ///< programs for which some fault set ends in an arithmetic error
  int falsified = 0;  ///< programs with a counterexample, according to enumeration
  int found = 0;      ///< how many of these counterexamples the random search found
  /// How many of these counterexamples the published search found, by its variant.
  std::map<Negation, int> molly;
  /// Number of programs that the exact variant of the published search searched to its end.
  std::uint64_t molly_runs = 0;
};

class Comparison {
 public:
  Comparison(const dedalus::Program& program, const Fspec& fspec, std::uint64_t seed)
      : fspec_(fspec),
        seed_(seed),
        universe_(ground::ground_program(program, fspec)),
        executor_(execute::make_ground_executor(universe_)),
        exhaustive_(drive(*search::make_exhaustive(fspec, {true, 1U << 20, 1000}), *executor_)) {}

  void run(Totals& totals) {
    // Arithmetic fails even without faults.
    if (!exhaustive_.error.empty() && exhaustive_.executed == 1) return;
    ++totals.programs;
    if (!exhaustive_.error.empty()) ++totals.erring;
    if (!exhaustive_.falsifiers.empty() && exhaustive_.verdict != Verdict::broken) {
      ++totals.falsified;
    }
    random(totals);
    for (const auto negation : {Negation::exact, Negation::conservative, Negation::ignore}) {
      molly(negation, totals);
    }
  }

 private:
  SearchResult run_molly(Negation negation, bool all, std::size_t parallel) {
    const auto strategy = search::make_molly(
        universe_, {negation, all, [this] { return sat::make_cryptominisat(seed_); }});
    return drive(*strategy, *executor_, parallel, seed_);
  }

  // The exact variant of the published search finds all counterexamples. The other variants may
  // miss some, but must not report wrong ones.
  void molly(Negation negation, Totals& totals) {
    const auto alone = run_molly(negation, false, 1);
    const auto many = run_molly(negation, false, 4);
    EXPECT_EQ(outcome_text(alone, fspec_), outcome_text(many, fspec_));
    EXPECT_EQ(alone.executed, many.executed);
    EXPECT_EQ(alone.error, many.error);
    expect_true(alone);
    const bool error_only = !alone.error.empty() && alone.falsifiers.empty();
    if (alone.verdict == Verdict::counterexample && !error_only) ++totals.molly[negation];
    if (negation == Negation::exact) {
      EXPECT_EQ(alone.verdict, exhaustive_.verdict);
      const auto all = run_molly(negation, true, 1);
      EXPECT_EQ(outcome_text(all, fspec_), outcome_text(exhaustive_, fspec_));
      totals.molly_runs += static_cast<std::uint64_t>(all.executed);
    } else {
      EXPECT_NE(alone.verdict, Verdict::certified);
      EXPECT_TRUE(alone.verdict == Verdict::inconclusive || alone.verdict == exhaustive_.verdict);
      EXPECT_TRUE(alone.error.empty() || !exhaustive_.error.empty());
    }
  }

  void random(Totals& totals) {
    const search::RandomOptions options{seed_, 500};
    const auto alone = drive(*search::make_random(fspec_, options), *executor_);
    const auto many = drive(*search::make_random(fspec_, options), *executor_, 5, seed_);
    EXPECT_EQ(outcome_text(alone, fspec_), outcome_text(many, fspec_));
    EXPECT_EQ(alone.executed, many.executed);
    EXPECT_NE(alone.verdict, Verdict::certified);
    if (alone.verdict == Verdict::inconclusive) return;
    EXPECT_TRUE(alone.error.empty() || !exhaustive_.error.empty());
    EXPECT_EQ(alone.error, many.error);
    if (alone.verdict == Verdict::counterexample && !alone.falsifiers.empty()) ++totals.found;
    EXPECT_EQ(alone.verdict, exhaustive_.verdict);
    expect_true(alone);
  }

  /// Checks that each reported fault set violates when executed again, and is minimal if the search
  /// says so.
  void expect_true(const SearchResult& result) {
    for (const auto& found : result.falsifiers) {
      const Report report = executor_->execute({1, ExecuteJob{found.faults}});
      EXPECT_EQ(std::get<ExecuteReport>(report.result).outcome, Outcome::violates);
      const bool minimal = std::any_of(exhaustive_.falsifiers.begin(), exhaustive_.falsifiers.end(),
                                       [&](const auto& c) { return c.faults == found.faults; });
      EXPECT_TRUE(minimal || !found.minimal) << to_text(found.faults, fspec_);
    }
  }

  Fspec fspec_;
  std::uint64_t seed_;
  ground::Universe universe_;
  std::unique_ptr<campaign::Executor> executor_;
  SearchResult exhaustive_;
};

Totals compare_all(RandomProgram (*make)(std::uint64_t), std::uint64_t first, std::uint64_t count) {
  Totals totals;
  for (std::uint64_t seed = first; seed < first + count && !::testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const RandomProgram random = make(seed);
    const auto program = checked(random);
    if (!program) continue;
    try {
      Comparison(*program, Fspec(random.fspec), seed).run(totals);
    } catch (const BudgetExceeded&) {
    }
    if (::testing::Test::HasFailure()) std::cout << describe(random);
  }
  std::cout << "checked " << totals.programs << " programs from seed " << first << ", "
            << totals.falsified << " of them falsified, " << totals.erring
            << " with arithmetic errors; found by the random search: " << totals.found
            << ", by molly exact " << totals.molly[Negation::exact] << ", conservative "
            << totals.molly[Negation::conservative] << ", ignore " << totals.molly[Negation::ignore]
            << "\n"
            << totals.molly_runs << " executions of molly exact, to the end\n";
  EXPECT_EQ(totals.molly[Negation::exact], totals.falsified);
  return totals;
}

TEST(BaselineOracle, ReportsNothingButTheTruthWhereNodesRestart) {
  const auto [first, count] = seeds({1, 100});
  compare_all(recovery_program, first, count);
}

TEST(BaselineOracle, ReportsNothingButTheTruthWhereWritesFail) {
  const auto [first, count] = seeds({1, 100});
  compare_all(failed_write_program, first, count);
}

TEST(BaselineOracle, ReportsNothingButTheTruthWhereNodesArePaused) {
  const auto [first, count] = seeds({1, 100});
  compare_all(pause_program, first, count);
}

TEST(BaselineOracle, ReportsNothingButTheTruthWhereDisksDie) {
  const auto [first, count] = seeds({1, 100});
  compare_all(disk_fault_program, first, count);
}

// A tuple on a disk stays because its node is down. So a fault can also make a tuple hold, which
// the search must expect.
TEST(BaselineOracle, KnowsWhatAnOutageKeeps) {
  RandomProgram kept;
  kept.text =
      "node(\"a\", \"c\")@1;\nnode(V0, V1)@next :- node(V0, V1);\ns(\"c\")@1;\nt(\"c\")@2;\n"
      "s(N)@next :- t(N), node(N, _);\npre(N) :- s(N);\npost(N) :- node(N, N);\nstable s;\n";
  kept.fspec = {2, 1, 0, {"a", "c"}, EffMode::inclusive, CrashModel::stop, 1, {}};
  const auto program = checked(kept);
  ASSERT_TRUE(program.has_value());
  Totals totals;
  Comparison(*program, Fspec(kept.fspec), 1).run(totals);
  EXPECT_EQ(totals.molly[Negation::exact], 1);
}

TEST(BaselineOracle, ReportsNothingButTheTruth) {
  const auto [first, count] = seeds({1, 300});
  Totals totals = compare_all(random_program, first, count);
  EXPECT_GT(totals.found, totals.falsified / 2);
  EXPECT_LT(totals.molly[Negation::ignore], totals.falsified);
}

}  // namespace
}  // namespace ldfi::test
