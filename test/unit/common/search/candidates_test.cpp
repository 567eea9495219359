// If a scout finds the answer before the formula does, the answer is the same. The solver is slow, so that
// small programs are enough.
#include "common/search/candidates.hpp"

#include <gtest/gtest.h>

#include "common/dedalus/eval/evaluate.hpp"
#include "common/dedalus/ground/ground_program.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "test/support/random_program.hpp"
#include "test/support/search/search.hpp"
#include "test/support/search/solvers.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

class CountingSolver final : public SlowSolver {
 public:
  explicit CountingSolver(int& overtaken) : overtaken_(overtaken) {}

 private:
  void ask() override {
    try {
      SlowSolver::ask();
    } catch (const explore::Overtaken&) {
      ++overtaken_;
      throw;
    }
  }
  int& overtaken_;
};

/// A solver in which a budget ends in the middle of a question.
class StoppedSolver final : public SlowSolver {
  sat::Answer answer(std::span<const sat::Literal> /*assumptions*/) override {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    throw BudgetExceeded("time", "time");
  }
};

TEST(Candidates, CountTheTimeOfAQuestionThatABudgetEnds) {
  const RandomProgram random = random_program(1);
  const auto program = checked(random);
  ASSERT_TRUE(program.has_value());
  const auto universe = ground::ground_program(*program, Fspec(random.fspec));
  StoppedSolver solver;
  search::Candidates candidates(universe, solver);
  EXPECT_THROW((void)candidates.least(), BudgetExceeded);
  EXPECT_GE(candidates.solve_ns(), 2'000'000U);
}

TEST(Overtaken, GivesTheSameAnswer) {
  int overtaken = 0;
  int falsified = 0;
  for (std::uint64_t seed = 1; seed <= 120; ++seed) {
    const RandomProgram random = random_program(seed);
    const auto program = checked(random);
    if (!program) continue;
    const Fspec fspec(random.fspec);
    if (!ground::ground_program(*program, fspec).errors().empty()) continue;
    const auto failure_free = eval::run(*program, fspec, {});
    if (!eval::judge(*program, fspec, *failure_free, *failure_free).holds()) continue;
    const auto universe = ground::ground_program(*program, fspec);
    const auto executor = execute::make_ground_executor(universe);
    const auto exhaustive = search::make_exhaustive(fspec, {});
    const std::string expected = outcome_text(drive(*exhaustive, *executor), fspec);
    explore::Scout scout(*program, fspec, *failure_free, {});
    search::LineageOptions options;
    options.expand = Expansion::all;
    options.scout = &scout;
    const auto lineage =
        search::make_lineage(universe, std::make_unique<CountingSolver>(overtaken), options);
    const auto got = drive(*lineage, *executor, 1 + seed % 3, seed);
    EXPECT_EQ(outcome_text(got, fspec), expected) << "seed " << seed << "\n" << describe(random);
    if (expected == "certified") continue;
    ++falsified;
  }
  EXPECT_GT(falsified, 10);
  EXPECT_GT(overtaken, 5);
}

}  // namespace
}  // namespace ldfi::test
