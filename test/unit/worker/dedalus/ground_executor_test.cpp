#include "worker/dedalus/ground_executor.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/faults/fault_sampler.hpp"
#include "test/support/faults.hpp"
#include "test/support/search/search.hpp"
#include "worker/dedalus/cell_search.hpp"

namespace ldfi::execute {
namespace {

const char* const program_text =
    "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); got(B)@next :- got(B); pre(\"x\")@3; post(\"x\") "
    ":- got(_);";

FspecParameters parameters() {
  FspecParameters p;
  p.eot = 3;
  p.eff = 2;
  p.crashes = 1;
  p.nodes = {"a", "b"};
  return p;
}

wire::Setup setup_of_program() {
  wire::Setup setup;
  setup.sources.programs = {"p.ded"};
  setup.sources.files = {{"p.ded", program_text}};
  setup.fspec = parameters();
  setup.invariant.pre = "pre";
  setup.invariant.post = "post";
  return setup;
}

ExecuteReport run(campaign::Executor& executor, const FaultSet& faults) {
  return std::get<ExecuteReport>(executor.execute({1, ExecuteJob{faults}}).result);
}

TEST(GroundExecutor, ExplainsAGoodOutcomeAndNamesABadOne) {
  const test::Search s(program_text, parameters());
  const auto executor = make_ground_executor(s.universe());
  const auto good = run(*executor, FaultSet{});
  EXPECT_EQ(good.outcome, Outcome::holds);
  EXPECT_FALSE(good.lineage.fired.empty());
  const auto bad = run(*executor, test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {}));
  EXPECT_EQ(bad.outcome, Outcome::violates);
  EXPECT_EQ(bad.violated, std::vector<std::string>{"pre(x)"});
  EXPECT_TRUE(bad.lineage.fired.empty());
}

TEST(CellSearch, CountsSpecificationsAsTheRunDoes) {
  wire::Setup setup = setup_of_program();
  setup.sources.files.push_back(
      {"p.spec", R"(spec slow minor after 2; slow("x") :- pre("x"), notin got(_);)"});
  const auto searched = [&](FailOn least) {
    setup.invariant.fail_on = least;
    const auto executor = make_ground_executor(setup);
    const auto report = executor->execute({1, SearchJob{3, 2, 1, true, {}}});
    return std::get<Cell>(report.result);
  };
  for (const FailOn least : {FailOn::minor, FailOn::major}) {
    for (const auto& one : searched(least).specifications) EXPECT_EQ(one.says.fail_on, least);
    EXPECT_EQ(searched(least).specifications.size(), 2U);
  }
}

TEST(CellSearch, DoesWithoutGivenFacts) {
  const auto executor = make_ground_executor(setup_of_program());
  const auto verdict = [&](const std::vector<std::uint32_t>& facts) {
    SearchJob job{3, 2, 1, false, {}};
    job.without = facts;
    return std::get<Cell>(executor->execute({1, job}).result).verdict;
  };
  EXPECT_EQ(verdict({}), Verdict::counterexample);
  EXPECT_EQ(verdict({0}), Verdict::broken);  // a program that promises something but sends nothing
  EXPECT_EQ(verdict({1}), Verdict::vacuous);
  EXPECT_EQ(verdict({}), Verdict::counterexample);
  EXPECT_THROW(verdict({2}), InternalError);
  EXPECT_THROW(verdict({1, 0}), InternalError);
}

TEST(CellSearch, ShowsThatItLivesOrSaysThatItCannot) {
  const test::Search s(program_text, parameters());
  wire::Setup setup;
  setup.fspec = parameters();
  SearchJob job{3, 2, 1, false, {}};
  int alive = 0;
  int absent = 0;
  int absences = 0;
  const campaign::Host host{[] { return 0.0; }, [] { return std::uint64_t{0}; }, [&] { ++alive; },
                            [&](bool begins) {
                              absent += begins ? 1 : -1;
                              absences += begins ? 1 : 0;
                              EXPECT_EQ(absent, begins ? 1 : 0);
                            }};
  const auto report = search_cell(s.universe().program(), setup, job, host,
                                  std::numeric_limits<double>::infinity());
  EXPECT_EQ(report.verdict, Verdict::counterexample);
  EXPECT_GE(alive, 2);     // at least once for each execution
  EXPECT_GE(absences, 6);  // while it grounds, makes the strategy, and calls the strategy
  EXPECT_EQ(absent, 0);
}

TEST(GroundExecutor, RunsRangesAndLeavesKnownFalsifiersOut) {
  const test::Search s(program_text, parameters());
  const auto executor = make_ground_executor(s.universe());
  const FaultSet loss = test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {});
  EnumerateJob job;
  job.more = 2;  // of the four (a,b,1) (a,b,2) (b,a,1) (b,a,2)
  job.count = 6;
  auto report = std::get<EnumerateReport>(executor->execute({1, job}).result);
  EXPECT_EQ(report.executed, 6U);
  EXPECT_EQ(report.violating, 3U);
  EXPECT_EQ(report.falsifiers.size(), 3U);
  job.known = {loss};
  job.first = 1;
  job.count = 2;
  report = std::get<EnumerateReport>(executor->execute({2, job}).result);
  EXPECT_EQ(report.executed, 2U);
  EXPECT_EQ(report.violating, 2U);
  EXPECT_TRUE(report.falsifiers.empty());
}

TEST(GroundExecutor, RunsSamplesUpToTheFirstBadOne) {
  const test::Search s(program_text, parameters());
  const auto executor = make_ground_executor(s.universe());
  const FaultSampler sets(s.fspec(), 5);
  std::uint64_t first_bad = 0;
  while (run(*executor, sets.draw(first_bad)).outcome == Outcome::holds) ++first_bad;
  ASSERT_GT(first_bad, 0U);
  auto report = std::get<SampleReport>(executor->execute({1, SampleJob{5, 0, 200}}).result);
  EXPECT_EQ(report.outcome, Outcome::violates);
  EXPECT_EQ(report.harmless, first_bad);
  EXPECT_EQ(report.executed, (first_bad / 64 + 1) * 64);
  report = std::get<SampleReport>(executor->execute({2, SampleJob{5, 0, first_bad}}).result);
  EXPECT_EQ(report.outcome, Outcome::holds);
  EXPECT_EQ(report.harmless, first_bad);
  EXPECT_EQ(report.executed, first_bad);
}

TEST(GroundExecutor, GroundsForItselfFromASetupWithTheSameResult) {
  const test::Search s(program_text, parameters());
  const auto universe = ground::ground_program(s.universe().program(), s.fspec());
  wire::Setup setup = setup_of_program();
  const auto near = make_ground_executor(universe);
  const Job job{7, ExecuteJob{}};
  for (const bool done : {false, true}) {
    setup.grounding.pruning_done = done;
    const auto far = make_ground_executor(setup);
    EXPECT_EQ(far->execute(job).fingerprint, near->execute(job).fingerprint);
    EXPECT_EQ(far->execute(job).job, 7U);
  }
}

// The fingerprint shows whether worker and master ground the same universe.
TEST(GroundExecutor, LeavesOutWhatTheMasterFoundImpossible) {
  wire::Setup setup = setup_of_program();
  setup.grounding.pruning_done = true;
  const Job job{7, ExecuteJob{}};
  const auto whole = make_ground_executor(setup)->execute(job).fingerprint;
  setup.grounding.pruned = {{0, 1}};
  EXPECT_NE(make_ground_executor(setup)->execute(job).fingerprint, whole);
}

}  // namespace
}  // namespace ldfi::execute
