// Tests the summary that scripts read, which is JSON.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "test/support/faults.hpp"
#include "test/unit/master/face/sample.hpp"

namespace ldfi::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(JsonSummary, HasTheKeysOfTheContract) {
  EXPECT_EQ(
      json_summary(run_with_falsifiers(1), "flux.h5"),
      R"json({"verdict":"counterexample","reason":"","program":["flux.ded","util.ded"],)json"
      R"json("fspec":{"eot":6,"eff":4,"crashes":1,"nodes":["a","b","two words"],)json"
      R"json("eff_mode":"inclusive","crash_model":"silent"},"strategy":"lineage",)json"
      R"json("combinations":"863825297408","distinct_fault_sets":"4096","executions":35,"wasted":2,)json"
      R"json("counterexamples":[{"faults":"O(a,\"two words\",1) C(a,2)","size":2,)json"
      R"json("minimal":true,"violated":["log(b,data)"],"family":1}],"complete":false,"failure_free":{"pre":1,"post":3},)json"
      R"json("wall_s":0.5,"solve_s":0.125,"execute_s":0.25,"ranks":4,"seed":7,)json"
      R"json("output":"flux.h5","version":"0.1.0"})json"
      "\n");
}

TEST(JsonSummary, IsCompleteOnlyWhereNothingIsOpen) {
  const auto complete = [](RunRecord run) {
    return json_summary(run, "").find(R"("complete":true)") != std::string::npos;
  };
  EXPECT_TRUE(complete(run_with(Verdict::certified)));
  EXPECT_FALSE(complete(run_with(Verdict::inconclusive))) << "an empty list that proves nothing";
  RunRecord all = run_with(Verdict::counterexample);
  all.options = {{"stop", "all"}};
  all.cells[0].falsifiers = {
      {test::fault_set({{NodeId(0), NodeId(1), Time(1)}}), true, {"pre(x)"}}};
  EXPECT_TRUE(complete(all));
  all.cells[0].unfinished = true;
  EXPECT_FALSE(complete(all)) << "a budget ran out";
}

TEST(JsonSummary, IsCompleteOnlyIfItIsSoForEachSpecification) {
  const auto complete = [](Verdict one, const char* stop) {
    RunRecord run = run_with(Verdict::certified);
    run.options = {{"stop", stop}};
    run.cells[0].specifications = {{Specification{}, one, {}}};
    return json_summary(run, "").find(R"("complete":true)") != std::string::npos;
  };
  EXPECT_TRUE(complete(Verdict::certified, "first"));
  EXPECT_TRUE(complete(Verdict::broken, "first"));
  EXPECT_TRUE(complete(Verdict::counterexample, "all"));
  EXPECT_FALSE(complete(Verdict::counterexample, "first"));
  EXPECT_FALSE(complete(Verdict::inconclusive, "all")) << "arithmetic fails under some faults";
}

TEST(JsonSummary, SaysWhichSpecificationsNoFaultTouches) {
  RunRecord run = run_with(Verdict::certified);
  run.cells[0].specifications.assign(2, {Specification{}, Verdict::certified, {}});
  run.cells[0].untouched_each = {false, true};
  const std::string text = json_summary(run, "");
  EXPECT_THAT(text, HasSubstr(R"("verdict":"certified","counterexamples":[]},{)"));
  EXPECT_THAT(text, HasSubstr(R"("counterexamples":[],"untouched":true}])"));
}

TEST(JsonSummary, WritesExecutionsAsAnIntegerWhereOneHoldsThem) {
  RunRecord run = run_with(Verdict::certified);
  run.cells[0].executed = BigInt("18446744073709551615");
  EXPECT_THAT(json_summary(run, ""), HasSubstr("\"executions\":18446744073709551615,"));
  run.cells[0].executed = BigInt("18446744073709551616");
  EXPECT_THAT(json_summary(run, ""), HasSubstr("\"executions\":1.8446744073709552e+19,"));
}

TEST(JsonSummary, SaysWhatRepeatedSearchesTook) {
  EXPECT_THAT(json_summary(repeated_run(), ""),
              HasSubstr(R"("repeat":{"searches":4,"found":3,"executions":{"min":2.0,)"
                        R"("median":6.5,"mean":28.75,"max":100.0}})"));
}

TEST(JsonSummary, IsAsciiWhateverUsersName) {
  RunRecord run = run_with(Verdict::certified);
  run.cells[0].fspec.nodes = {"\xff", "n\xc3\xb6", std::string("a\0b", 3), "\x1b\x7f\n"};
  const std::string text = json_summary(run, "");
  EXPECT_TRUE(
      std::all_of(text.begin(), text.end() - 1, [](char c) { return c >= ' ' && c <= '~'; }));
  EXPECT_THAT(text, HasSubstr(R"("nodes":["\ufffd","n\u00f6","a\u0000b","\u001b\u007f\n"])"));
}

TEST(JsonSummary, ListsTheCellsOfASweep) {
  RunRecord run = run_with(Verdict::certified);
  EXPECT_THAT(json_summary(run, ""), Not(HasSubstr("\"cells\"")));
  run.cells.push_back(cell_with(Verdict::vacuous));
  EXPECT_THAT(json_summary(run, ""),
              HasSubstr(R"("cells":[{"eot":6,"eff":4,"crashes":1,"verdict":"certified",)"
                        R"("combinations":"863825297408","executions":35,"wall_s":0.5,)"
                        R"("reason":"","counterexamples":[],"complete":true},)"
                        R"({"eot":6,"eff":4,"crashes":1,"verdict":"vacuous",)"));
}

}  // namespace
}  // namespace ldfi::app
