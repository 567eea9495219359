#include "results/hdf5/system_tables.hpp"

#include <gmock/gmock.h>

#include "test/unit/results/edited_file.hpp"
#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

class SystemTablesTest : public EditedFile {
 protected:
  void SetUp() override {
    EditedFile::SetUp();
    Hdf5Sink(path()).write(sample_system_run());
  }
  std::string problem_of(const std::function<void(SystemResult&)>& change) {
    RunRecord run = sample_system_run();
    change(*run.system);
    Hdf5Sink(path()).write(run);
    return problem();
  }
};

TEST_F(SystemTablesTest, ReadsBackWhatWasWritten) {
  const RunRecord read = read_run(path());
  ASSERT_TRUE(read.system.has_value());
  EXPECT_EQ(*read.system, sample_system());
  EXPECT_TRUE(read.cells.empty());
  EXPECT_EQ(read.config_name, "gossip.yaml");
}

TEST_F(SystemTablesTest, ReadsBackHowACounterexampleWasMadeSmaller) {
  RunRecord run = sample_system_run();
  Minimisation& smaller = run.system->minimisation.emplace();
  smaller.ended = "runs";
  smaller.violated = {"7 was acknowledged, and n1 does not have it"};
  MinimisationStage& stage = smaller.stages.emplace_back();
  stage.stage = "externals";
  stage.externals = 3;
  stage.executions = 40;
  stage.searches = 5;
  stage.bound = 2;
  stage.claim = "1-minimal";
  stage.faults = "O(n0,n1,m#0)";
  Hdf5Sink(path()).write(run);
  const RunRecord read = read_run(path());
  EXPECT_EQ(read.system->minimisation, run.system->minimisation);
  EXPECT_EQ(read.system, run.system);
}

TEST_F(SystemTablesTest, ReadsBackTheCellsOfASweep) {
  Hdf5Sink(path()).write(sample_system_sweep());
  const RunRecord read = read_run(path());
  EXPECT_FALSE(read.system.has_value());
  EXPECT_EQ(read.sweep, sample_system_sweep().sweep);
  EXPECT_EQ(read.conclusion, "2 cells: 1 counterexample, 1 inconclusive");
  RunRecord run = sample_system_sweep();
  run.sweep[1].point.reset();
  Hdf5Sink(path()).write(run);
  EXPECT_THAT(problem(), HasSubstr("it does not say which cell it is"));
}

TEST_F(SystemTablesTest, RefusesRowsThatPointNowhere) {
  EXPECT_THAT(problem_of([](SystemResult& system) { system.executions[0].sends[0].message = 2; }),
              HasSubstr("/system/fates.message"));
  EXPECT_THAT(problem_of([](SystemResult& system) { system.falsifiers[0].execution = 3; }),
              HasSubstr("/system/counterexamples.execution"));
  EXPECT_THAT(problem_of([](SystemResult& system) { system.falsifiers[0].execution = 0; }),
              HasSubstr("execution 0 did not fail"));
  EXPECT_THAT(problem_of([](SystemResult& system) { system.nodes.pop_back(); }),
              HasSubstr("/system/activations.node"));
}

TEST_F(SystemTablesTest, RefusesTextsThatNoRunWrites) {
  const struct {
    const char* table;
    const char* column;
    const char* text;
    const char* problem;
  } wrong[] = {
      {"/system/executions", "result", "passed", "`passed` is not a result"},
      {"/system/executions", "faults", "Q(n0)", "\"Q(n0)\" is not a fault"},
      {"/system/executions", "struck", "O(n0,n1,m#0) O(n0,n1,m#0)", "is given twice"},
      {"/system/counterexamples", "faults", "O(n0,n1,m#0) D(n0,n1,m#0,+1s)", "exclude each other"},
      {"/system/fates", "fate", "OK", "`OK` is not a fate"},
  };
  for (const auto& one : wrong) {
    SetUp();
    set(one.table, one.column, one.text);
    EXPECT_THAT(problem(), HasSubstr(std::string(one.table) + "." + one.column));
    EXPECT_THAT(problem(), HasSubstr(one.problem));
  }
}

}  // namespace
}  // namespace ldfi::results
