#include "results/views/coverage/cover.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;

RunRecord sample() {
  RunRecord run = record_of(chain_program, 4, {"a", "b", "c", "d"});
  const Fspec fspec(run.cells[0].fspec);
  const auto set = [&](const char* text) { return parse_fault_set(text, fspec, FileId(0)); };
  run.cells[0].executions = {{1, std::nullopt, {}, Outcome::holds, 0},
                             {2, 1, set("O(a,b,1)"), Outcome::holds, 0},
                             {5, 2, set("O(d,c,1) C(a,2)"), Outcome::holds, 0}};
  run.cells[0].falsifiers = {{set("O(a,b,1)"), true, {}}, {set("C(a,1)"), true, {}}};
  return run;
}

CoveredCell covered(const RunRecord& run, int most = 100) {
  const Subject subject(run, run.cells[0]);
  return cover(subject, run.cells[0], [left = most]() mutable { return left-- <= 0; });
}

TEST(Cover, EachFaultSetOnce) {
  const CoveredCell found = covered(sample());
  EXPECT_THAT(found.names, ElementsAre("1", "2", "5", "f2"));
  EXPECT_TRUE(found.left.empty());
  EXPECT_EQ(found.coverage.faults(), 4U);
  EXPECT_EQ(found.coverage.idle(), 1U);  // d sends nothing
  std::vector<std::string> exercised;
  for (const auto& one : found.coverage.ids()) {
    if (one.exercised > 0) exercised.push_back(to_text(one.id) + " " + found.names[one.witness]);
  }
  EXPECT_THAT(exercised, ElementsAre("loss:log(a>b)#1 1", "crash.before:log(a)#1 1",
                                     "crash.before:log(a)#2 1"));
}

TEST(Cover, TheFailureFreeRunAlways) {
  const RunRecord run = record_of(chain_program, 4, {"a", "b", "c", "d"});
  EXPECT_THAT(covered(run).names, ElementsAre("none"));
}

TEST(Cover, ByProofIsWhatNoMinimalFalsifierExercises) {
  RunRecord run = sample();
  Cell& cell = run.cells[0];
  run.options = {{"strategy", "lineage"}, {"negation", "exact"}, {"stop", "all"}, {"known", ""}};
  cell.verdict = Verdict::counterexample;
  const CoveredCell found = covered(run);
  const auto excluded = excluded_by_proof(run, cell, found);
  ASSERT_TRUE(excluded);
  EXPECT_EQ(excluded->ids + 2, found.coverage.ids().size()) << "of two falsifiers of one fault";
  EXPECT_EQ(excluded->pairs, found.coverage.pairs().all);
  // Without a proof, no fault counts as excluded.
  for (const auto& [name, value] :
       {std::pair("strategy", "random"), std::pair("negation", "ignore"),
        std::pair("stop", "first"), std::pair("known", "O(a,b,1)")}) {
    RunRecord other = run;
    for (auto& option : other.options) {
      if (option.first == name) option.second = value;
    }
    EXPECT_FALSE(excluded_by_proof(other, cell, found)) << name;
  }
  Cell other = cell;
  other.reason = "time";
  EXPECT_FALSE(excluded_by_proof(run, other, found));
  other = cell;
  other.falsifiers[0].minimal = false;
  EXPECT_FALSE(excluded_by_proof(run, other, found));
  EXPECT_FALSE(excluded_by_proof(run, cell, covered(run, 2))) << "f2 was not executed again";
  other = cell;
  other.verdict = Verdict::certified;
  RunRecord first = run;
  first.options[2].second = "first";
  EXPECT_TRUE(excluded_by_proof(run, other, found));
  EXPECT_FALSE(excluded_by_proof(first, other, found)) << "of a specification that does not count";
  other.falsifiers.clear();
  const CoveredCell certified = [&] {
    RunRecord of = run;
    of.cells[0] = other;
    return covered(of);
  }();
  EXPECT_EQ(excluded_by_proof(run, other, certified)->pairs, certified.coverage.pairs().all);
}

TEST(Cover, CountsPairsOfAMinimalFalsifier) {
  RunRecord run = sample();
  Cell& cell = run.cells[0];
  run.options = {{"strategy", "exhaustive"}, {"stop", "all"}};
  cell.verdict = Verdict::counterexample;
  const Fspec fspec(cell.fspec);
  cell.falsifiers = {{parse_fault_set("O(a,b,1) C(a,2)", fspec, FileId(0)), true, {}}};
  const CoveredCell found = covered(run);
  EXPECT_EQ(found.falsifiers.pairs().exercised, 1U);
  EXPECT_EQ(excluded_by_proof(run, cell, found)->pairs + found.falsifiers.pairs().exercised,
            found.coverage.pairs().all);
}

TEST(Cover, NamesWhatThereWasNoTimeFor) {
  const CoveredCell found = covered(sample(), 2);
  EXPECT_THAT(found.names, ElementsAre("1", "2"));
  EXPECT_THAT(found.left, ElementsAre("5", "f2"));
}

}  // namespace
}  // namespace ldfi::results
