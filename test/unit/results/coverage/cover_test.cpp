#include "results/coverage/cover.hpp"

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

TEST(Cover, NamesWhatThereWasNoTimeFor) {
  const CoveredCell found = covered(sample(), 2);
  EXPECT_THAT(found.names, ElementsAre("1", "2"));
  EXPECT_THAT(found.left, ElementsAre("5", "f2"));
}

}  // namespace
}  // namespace ldfi::results
