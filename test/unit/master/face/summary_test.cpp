#include "master/face/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/config/replay_command.hpp"
#include "master/face/summary_parts.hpp"
#include "test/support/faults.hpp"

namespace ldfi::app {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Cell cell_with(Verdict verdict) {
  Cell cell;
  cell.fspec = {6, 4, 1, {"a", "b", "two words"}};
  cell.verdict = verdict;
  cell.combinations = "863825297408";
  cell.distinct_fault_sets = "4096";
  cell.executed = 35;
  cell.wasted = 2;
  cell.failure_free_pre = 1;
  cell.failure_free_post = 3;
  cell.wall_s = 0.5;
  cell.solve_s = 0.125;
  cell.execute_s = 0.25;
  return cell;
}

RunRecord run_with(Verdict verdict) {
  RunRecord run;
  run.version = "0.1.0";
  run.command_line = {"/usr/bin/ldfi-farm",
                      "configs/my flux.yaml",
                      "-t",
                      "6",
                      "--stop",
                      "all",
                      "-c1",
                      "--eff=4",
                      "--output=x.h5",
                      "-o",
                      "y.h5",
                      "--quiet"};
  run.program = {{"flux.ded", "…"}, {"util.ded", "…"}};
  run.strategy = "lineage";
  run.seed = 7;
  run.ranks = 4;
  run.cells = {cell_with(verdict)};
  return run;
}

RunRecord run_with_falsifiers(std::size_t count) {
  RunRecord run = run_with(Verdict::counterexample);
  for (std::size_t i = 0; i < count; ++i) {
    const Fspec fspec(run.cells[0].fspec);
    run.cells[0].falsifiers.push_back(
        {parse_fault_set("O(a,\"two words\",1) C(a,2)", fspec, FileId(0)), true, {"log(b,data)"}});
  }
  return run;
}

TEST(TextSummary, SaysTheVerdictAndWhatItMeans) {
  const std::string text = text_summary(run_with(Verdict::certified), "flux.h5");
  EXPECT_EQ(text,
            "verdict       certified\n"
            "              no admissible fault set of this Fspec violates the invariant (proved)\n"
            "program       flux.ded util.ded\n"
            "Fspec         EOT 6, EFF 4 (inclusive), 1 crash (silent)\n"
            "nodes         3: a b \"two words\"\n"
            "fault space   8.64e11 (863825297408) combinations, 4096 distinct fault sets\n"
            "search        lineage, 35 executions and 2 speculative, 4 ranks, seed 7\n"
            "failure-free  pre 1 tuple, post 3 tuples\n"
            "time          0.500 s (solving 0.125 s, executing 0.250 s)\n"
            "results       flux.h5\n");
}

TEST(TextSummary, IsLoudWhenNothingWasPromised) {
  EXPECT_THAT(text_summary(run_with(Verdict::vacuous), ""), HasSubstr("NOTHING WAS PROMISED"));
}

TEST(TextSummary, GivesTheReasonOfAnInconclusiveRun) {
  RunRecord run = run_with(Verdict::inconclusive);
  run.cells[0].reason = "time: 120s ran out after 35 executions";
  EXPECT_THAT(text_summary(run, ""), HasSubstr("120s ran out"));
}

TEST(TextSummary, ShowsFalsifiersWithTheirReplayCommand) {
  const std::string text = text_summary(run_with_falsifiers(2), "");
  EXPECT_THAT(text, HasSubstr("counterexample 1 of 2 (2 faults, minimal)\n"
                              "  faults      O(a,\"two words\",1) C(a,2)\n"
                              "  violated    log(b,data)\n"
                              "  replay      ldfi-farm 'configs/my flux.yaml' -t 6 -c1 --eff=4 "
                              "--replay 'O(a,\"two words\",1) C(a,2)'\n"));
}

TEST(TextSummary, LimitsHowManyFalsifiersItShows) {
  const std::string text = text_summary(run_with_falsifiers(25), "");
  EXPECT_THAT(text, HasSubstr("and 5 more counterexamples"));
  EXPECT_THAT(text, Not(HasSubstr("21 of 25")));
}

TEST(TextSummary, EscapesWhateverUsersName) {
  RunRecord run = run_with(Verdict::counterexample);
  run.program = {{"\x1b[31mred.ded", ""}};
  run.cells[0].fspec.nodes = {"\x1b]0;title\x07"};
  run.cells[0].falsifiers = {{{}, true, {"log(\x1b[2J)"}}};
  run.cells[0].reason = "\x9b";
  const std::string text = text_summary(run, "\x1b.h5");
  EXPECT_THAT(text, Not(HasSubstr("\x1b")));
  EXPECT_THAT(text, Not(HasSubstr("\x9b")));
}

TEST(TextSummary, ShortensCountsThatNobodyReads) {
  RunRecord run = run_with(Verdict::certified);
  run.cells[0].combinations = "620" + std::string(74, '1');
  EXPECT_THAT(text_summary(run, ""), HasSubstr("6.20e76 combinations"));
  run.cells[0].combinations = std::string(30, '9');
  EXPECT_THAT(text_summary(run, ""), HasSubstr("1.00e30 combinations"));
}

TEST(TextSummary, TakesTheWorstVerdictOfSeveralCells) {
  RunRecord run = run_with(Verdict::certified);
  run.cells.push_back(cell_with(Verdict::counterexample));
  EXPECT_THAT(text_summary(run, ""), HasSubstr("verdict       counterexample\n"));
  EXPECT_THAT(text_summary(run, ""),
              HasSubstr("cells         Fspec    verdict         executions  wall s\n"
                        "              <6,4,1>  certified               35   0.500\n"
                        "              <6,4,1>  counterexample          35   0.500\n"));
}

RunRecord sweep_of(std::size_t cells) {
  RunRecord run = run_with_falsifiers(2);
  run.cells[0].reason = "follows from <6,5,1>";
  run.conclusion = "<6,4,1> is the deepest certified Fspec";
  while (run.cells.size() < cells) run.cells.push_back(cell_with(Verdict::certified));
  run.decisive = cells - 1;
  return run;
}

TEST(TextSummary, SaysWhatASweepCameTo) {
  const std::string text = text_summary(sweep_of(2), "");
  EXPECT_THAT(text, HasSubstr("verdict       certified\n"));
  EXPECT_THAT(text, HasSubstr("sweep         <6,4,1> is the deepest certified Fspec\n"));
  EXPECT_THAT(text,
              HasSubstr("0.500  O(a,\"two words\",1) C(a,2) and 1 more  follows from <6,5,1>\n"));
  EXPECT_THAT(text_summary(sweep_of(200), ""), HasSubstr("140 more, in the results\n"));
}

TEST(TextSummary, ReplaysACellOfASweepByItsOwnFspec) {
  RunRecord run = sweep_of(1);
  run.command_line = {"ldfi-farm", "x.yaml", "--sweep-eot=4..6", "-c", "2", "-N", "a,b"};
  EXPECT_THAT(text_summary(run, ""),
              HasSubstr("replay      ldfi-farm x.yaml -N a,b -t 6 -f 4 -c 1 --replay 'O("));
}

TEST(TextSummary, NeedsACell) {
  EXPECT_THROW(text_summary(RunRecord{}, ""), InternalError);
}

TEST(JsonSummary, HasTheKeysOfTheContract) {
  EXPECT_EQ(
      json_summary(run_with_falsifiers(1), "flux.h5"),
      R"json({"verdict":"counterexample","reason":"","program":["flux.ded","util.ded"],)json"
      R"json("fspec":{"eot":6,"eff":4,"crashes":1,"nodes":["a","b","two words"],)json"
      R"json("eff_mode":"inclusive","crash_model":"silent"},"strategy":"lineage",)json"
      R"json("combinations":"863825297408","distinct_fault_sets":"4096","executions":35,"wasted":2,)json"
      R"json("counterexamples":[{"faults":"O(a,\"two words\",1) C(a,2)","size":2,)json"
      R"json("minimal":true,"violated":["log(b,data)"]}],"complete":false,"failure_free":{"pre":1,"post":3},)json"
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

TEST(JsonSummary, WritesExecutionsAsAnIntegerWhereOneHoldsThem) {
  RunRecord run = run_with(Verdict::certified);
  run.cells[0].executed = BigInt("18446744073709551615");
  EXPECT_THAT(json_summary(run, ""), HasSubstr("\"executions\":18446744073709551615,"));
  run.cells[0].executed = BigInt("18446744073709551616");
  EXPECT_THAT(json_summary(run, ""), HasSubstr("\"executions\":1.8446744073709552e+19,"));
}

RunRecord repeated_run() {
  RunRecord run = run_with(Verdict::counterexample);
  run.cells[0].repeats = {{7, Verdict::counterexample, 9, 0.5},
                          {8, Verdict::inconclusive, 100, 0.5},
                          {9, Verdict::counterexample, 2, 0.5},
                          {10, Verdict::counterexample, 4, 0.5}};
  return run;
}

TEST(TextSummary, SaysWhatRepeatedSearchesTook) {
  EXPECT_THAT(text_summary(repeated_run(), ""),
              HasSubstr("repeats       4 searches, seeds 7 to 10: 3 found a counterexample\n"
                        "              executions: 2 to 100, median 6.5, mean 28.75 (more where "
                        "none was found)\n"));
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

TEST(ShellQuoted, GivesTheArgumentBack) {
  EXPECT_EQ(config::shell_quoted("a/b-c.ded"), "a/b-c.ded");
  EXPECT_EQ(config::shell_quoted(""), "''");
  EXPECT_EQ(config::shell_quoted("O(a,b,1)"), "'O(a,b,1)'");
  EXPECT_EQ(config::shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(config::shell_quoted("?"), "'?'");
  EXPECT_EQ(config::shell_quoted("\x1b'\\"), "$'\\x1b\\x27\\x5c'");
}

}  // namespace
}  // namespace ldfi::app
