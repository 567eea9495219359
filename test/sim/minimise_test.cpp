// Minimises counterexamples of programs on the simulated farm, whose workers answer searches in any
// order. The result must be the same as with one worker.
#include "common/minimise/programs/minimise.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "common/farm/wire/messages.hpp"
#include "test/sim/farm.hpp"
#include "test/support/random_program.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

// In this program, b must not get more than two requests, unless c has allowed more.
const char* const requests = R"(
ask("a", 1)@1; ask("a", 2)@1; ask("a", 3)@2; ask("a", 4)@2; ask("a", 5)@2;
node("a", "b")@1; node("c", "b")@1; node(X, Y)@next :- node(X, Y);
got(B, I)@async :- ask(A, I), node(A, B);
has(B, I) :- got(B, I); has(B, I)@next :- has(B, I);
allow("c", "x")@2; ok(B, X)@async :- allow(C, X), node(C, B);
allowed(B) :- ok(B, _); allowed(B)@next :- allowed(B);
many(B, count<I>) :- has(B, I);
pre(B, N) :- many(B, N), N > 2;
post(B, N) :- many(B, N), allowed(B);
)";

class MinimisedOnAFarm : public testing::Test {
 protected:
  MinimisedOnAFarm() {
    setup_.sources.programs = {"p.ded"};
    setup_.sources.files = {{"p.ded", requests}};
    setup_.fspec = random_.fspec = {5, 3, 0, {"a", "b", "c"}};
    setup_.invariant.pre = "pre";
    setup_.invariant.post = "post";
    random_.text = requests;
  }

  Minimisation run(int workers, std::uint64_t seed, std::uint64_t max_runs) {
    SimFarm farm({.workers = workers, .seed = seed}, {},
                 [](const wire::Setup& each) { return execute::make_ground_executor(each); });
    const dedalus::Program program = check(random_);
    const Fspec fspec(random_.fspec);
    const FaultSet lost({Omission{NodeId(2), NodeId(1), Time(2)}});
    const Minimisation out = minimise::minimise(
        program, fspec, {lost, true, {}}, {{"ask"}, MinimiseBy::search, 20'000, max_runs},
        {.host = {[] { return 0.0; }, [] { return std::uint64_t{0}; }},
         .limits = {std::numeric_limits<double>::infinity(), 0},
         .run = [&](search::Strategy& strategy) { farm.search(setup_, strategy); }});
    EXPECT_TRUE(farm.shut_down());
    return out;
  }

  RandomProgram random_;
  wire::Setup setup_;
};

TEST_F(MinimisedOnAFarm, IsTheSameForAnyNumberOfWorkers) {
  const Minimisation alone = run(1, 1, 0);
  EXPECT_EQ(alone.ended, "");
  const MinimisationStage& externals = alone.stages.at(2);
  EXPECT_EQ(externals.stage, "externals");
  EXPECT_EQ(externals.externals, 3U);
  EXPECT_EQ(externals.claim, "minimum");
  EXPECT_EQ(externals.searches, 1U + 5U + 10U);
  for (const int workers : {1, 3, 4}) {
    for (std::uint64_t seed = 2; seed <= 4; ++seed) EXPECT_EQ(run(workers, seed, 0), alone);
  }
}

TEST_F(MinimisedOnAFarm, EndsWithItsBudgetForAnyNumberOfWorkers) {
  for (const std::uint64_t runs : {5U, 12U, 20U, 28U, 36U, 44U}) {
    const Minimisation alone = run(1, 1, runs);
    EXPECT_EQ(alone.ended, "runs");
    std::uint64_t done = 0;
    for (const MinimisationStage& one : alone.stages) done += one.executions + one.searches;
    EXPECT_EQ(done, runs);
    for (const int workers : {3, 4}) EXPECT_EQ(run(workers, runs, runs), alone) << runs;
  }
}

}  // namespace
}  // namespace ldfi::test
