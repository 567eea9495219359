#include "master/face/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "master/face/summary_parts.hpp"
#include "test/unit/master/face/sample.hpp"

namespace ldfi::app {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

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

TEST(TextSummary, SaysWhatACertificateIsWorthThatNoFaultTouches) {
  RunRecord run = run_with(Verdict::certified);
  EXPECT_THAT(text_summary(run, ""), Not(HasSubstr("no fault can affect it")));
  EXPECT_THAT(json_summary(run, ""), Not(HasSubstr("untouched")));
  run.cells[0].untouched = true;
  EXPECT_THAT(text_summary(run, ""),
              HasSubstr("(proved)\n              but no fault can affect it: "));
  EXPECT_THAT(json_summary(run, ""), HasSubstr(R"("untouched":true)"));
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

TEST(TextSummary, NamesTheCommandsThatExplain) {
  EXPECT_THAT(
      text_summary(run_with_falsifiers(1), "out/my file.h5"),
      EndsWith("\nsee why       ldfi-results diff 'out/my file.h5'\n"
               "              ldfi-results report 'out/my file.h5' -o 'out/my file.html'\n"));
  EXPECT_THAT(text_summary(run_with_falsifiers(1), ""), Not(HasSubstr("see why")));
  EXPECT_THAT(text_summary(run_with(Verdict::certified), "x.h5"), Not(HasSubstr("see why")));
  RunRecord sweep = sweep_of(2);
  sweep.decisive = 0;
  EXPECT_THAT(text_summary(sweep, "x.h5"), HasSubstr("ldfi-results diff x.h5 --cell 0\n"));
}

TEST(TextSummary, ShowsTheFirstFalsifierAndTheFamiliesOfAll) {
  RunRecord run = run_with(Verdict::counterexample);
  run.options = {{"stop", "all"}};
  add_falsifiers(run.cells[0], {"O(a,b,1)", "O(a,b,2)", "O(b,a,3) C(b,4)"});
  EXPECT_THAT(text_summary(run, ""), HasSubstr("\n\n3 counterexamples (complete), in 2 families\n"
                                               "\ncounterexample 1 of 3 (1 fault, minimal)\n"
                                               "  faults      O(a,b,1)\n"));
  EXPECT_THAT(text_summary(run, ""), EndsWith("\n\nfamilies      first  members  faults\n"
                                              "              f1           2  O(a,b,1…2)\n"
                                              "              f3           1  O(b,a,3) C(b,4)\n"));
  run.cells[0].falsifiers.resize(2);
  EXPECT_THAT(text_summary(run, ""), HasSubstr("2 counterexamples (complete), in 1 family\n"));
  run.cells[0].falsifiers.resize(1);
  EXPECT_THAT(text_summary(run, ""), HasSubstr("\n1 counterexample (complete)\n"));
  run.strategy = "fts";
  EXPECT_THAT(text_summary(run, ""), HasSubstr("\n1 counterexample (not known to be complete)\n"));
  EXPECT_THAT(text_summary(run, ""), Not(HasSubstr("famil")));
}

TEST(TextSummary, SaysWhatAFamilyViolates) {
  RunRecord run = run_with(Verdict::counterexample);
  add_falsifiers(run.cells[0], {"O(a,b,1)", "O(a,b,2)"});
  Specification lost;
  lost.name = "lost";
  Specification split;
  split.name = "split";
  run.cells[0].specifications = {{lost, Verdict::counterexample, {0, 1}},
                                 {split, Verdict::counterexample, {0, 1}}};
  EXPECT_THAT(text_summary(run, ""),
              EndsWith("first  members  faults  of\n"
                       "              f1           2  O(a,b,1…2)  lost, split\n"));
}

TEST(TextSummary, LimitsHowManyFamiliesItShows) {
  const std::string text = text_summary(run_with_falsifiers(25), "");
  EXPECT_THAT(text, EndsWith("and 5 more families of 5 counterexamples, in the results\n"));
  EXPECT_THAT(text, Not(HasSubstr("f21")));
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

TEST(TextSummary, SaysWhatRepeatedSearchesTook) {
  EXPECT_THAT(text_summary(repeated_run(), ""),
              HasSubstr("repeats       4 searches, seeds 7 to 10: 3 found a counterexample\n"
                        "              executions: 2 to 100, median 6.5, mean 28.75 (more where "
                        "none was found)\n"));
}

}  // namespace
}  // namespace ldfi::app
