#include "results/views/systems/system_text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;

TEST(ChooseExecution, KnowsEveryForm) {
  const SystemResult system = sample_system();
  EXPECT_EQ(choose_execution(system, "").number, 1U);
  EXPECT_EQ(choose_execution(system, "f1").number, 1U);
  EXPECT_EQ(choose_execution(system, "2").number, 2U);
  EXPECT_EQ(choose_execution(system, "none").number, 0U);
  EXPECT_EQ(
      choose_execution(system, "D(n0,n2,gossip#0,+40ms) O(n0,n1,gossip#0) C(n1,#1,+100ms)").number,
      1U)
      << "in any order";
  for (const char* wrong : {"f2", "f0", "3", "O(n0,n1,x#0)", "f", "99999999999999999999"}) {
    EXPECT_THROW((void)choose_execution(system, wrong), UsageError) << wrong;
  }
}

TEST(SystemText, SummaryAndCounterexamples) {
  const RunRecord run = sample_system_run();
  EXPECT_THAT(system_summary_text(run),
              HasSubstr("executions      3: 1 passed, 1 failed, 0 vacuous, 1 invalid; 1 repeated"));
  const std::string all = counterexamples_text(run, true);
  EXPECT_THAT(all, HasSubstr("(minimal)"));
  EXPECT_THAT(all, HasSubstr("gossip#0 from n0 to n1 is lost"));
  EXPECT_THAT(counterexamples_json(*run.system)[0]["size"].dump(), "3");
  EXPECT_EQ(system_json(run)["executions"].size(), 3U);
}

TEST(SystemText, DiffTellsTheStoryFirst) {
  const std::string text =
      diff_executions(sample_system(), {1, "counterexample f1"}, {0, "execution 0"});
  EXPECT_THAT(text, HasSubstr("they part"));
  EXPECT_LT(text.find("the story:"), text.find("all differences from then on"));
  EXPECT_THAT(text, HasSubstr(" - n1        receives gossip#0 from n0"));
  EXPECT_THAT(text, HasSubstr(" + n1        crashes, and is down until 160 ms"));
}

TEST(SystemText, AStrangersNodeWritesNoControls) {
  SystemResult system = sample_system();
  system.executions[1].recording = system_header("") +
                                   asked(1, 0, "c1", "n0", R"({"type":"a\u001b[2Jb"})") +
                                   R"({"e":"verdict","result":"fail","violated":["x\u001b[31m"]})"
                                   "\n";
  EXPECT_EQ(show_execution(system, {1, "x"}).find('\x1b'), std::string::npos);
}

TEST(SystemSweep, HasALineForEachCellAndOneByItsName) {
  const RunRecord run = sample_system_sweep();
  const std::string text = system_sweep_text(run);
  EXPECT_THAT(text, HasSubstr("verdict       counterexample"));
  EXPECT_THAT(text, HasSubstr("<1s,300ms,1,seed=2>  counterexample           3"));
  EXPECT_THAT(text, HasSubstr("<1s,600ms,1,seed=2>  inconclusive             0"));
  EXPECT_EQ(choose_system_cell(run, "1s,300ms,1,seed=2"), 1U);
  EXPECT_EQ(choose_system_cell(run, "0"), 0U);
  EXPECT_THROW(static_cast<void>(choose_system_cell(run, "2")), UsageError);
  EXPECT_THROW(static_cast<void>(choose_system_cell(run, std::nullopt)), UsageError);
  EXPECT_EQ(run_of_cell(run, 1).seed, 2U);
  EXPECT_EQ(system_sweep_json(run)["cells"].size(), 2U);
}

}  // namespace
}  // namespace ldfi::results
