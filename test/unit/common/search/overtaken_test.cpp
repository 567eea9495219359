// A search by formula that a scout overtakes gives the same answer: with a solver that is slow by
// itself, so that small programs will do.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "common/eval/evaluate.hpp"
#include "common/sat/cadical.hpp"
#include "common/search/exhaustive.hpp"
#include "test/support/random_program.hpp"
#include "test/support/search/search.hpp"
#include "worker/execute/ground_executor.hpp"

namespace ldfi::test {
namespace {

/// Asks its check for as long as a scout is given to find something, then answers.
class SlowSolver final : public sat::Solver {
 public:
  explicit SlowSolver(int& overtaken) : overtaken_(overtaken), solver_(sat::make_cadical(1)) {}
  sat::Literal new_variable() override { return solver_->new_variable(); }
  using Solver::add;
  void add(std::span<const sat::Literal> clause) override { solver_->add(clause); }
  sat::Answer solve(std::span<const sat::Literal> assumptions) override {
    for (int i = 0; check_ && ++questions_ > 1 && i < 20; ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      try {
        check_();
      } catch (const explore::Overtaken&) {
        ++overtaken_;
        throw;
      }
    }
    return solver_->solve(assumptions);
  }
  [[nodiscard]] bool value(sat::Literal v) const override { return solver_->value(v); }
  void set_check(BudgetCheck check) override { check_ = std::move(check); }
  void set_conflict_limit(std::uint64_t conflicts) override {
    solver_->set_conflict_limit(conflicts);
  }
  [[nodiscard]] std::size_t variables() const override { return solver_->variables(); }
  [[nodiscard]] std::size_t clauses() const override { return solver_->clauses(); }

 private:
  int& overtaken_;
  std::unique_ptr<sat::Solver> solver_;
  BudgetCheck check_;
  int questions_ = 0;
};

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
        search::make_lineage(universe, std::make_unique<SlowSolver>(overtaken), options);
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
