#include "results/views/trace/subject.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;

Sample chain() {
  return {chain_program, 4, {"a", "b", "c", "d"}};
}

TEST(Subject, RunsWhatTheFileHolds) {
  const Sample f = chain();
  EXPECT_TRUE(f.subject.failure_free().judgement.holds());
  EXPECT_THAT(f.execute("O(b,c,2) C(b,3)").judgement.violated, ElementsAre("pre(m)"));
}

TEST(Subject, LocatesErrors) {
  const Sample f = chain();
  EXPECT_THROW((void)f.subject.fault_set("O(a,x,1)", "RUN"), SourcedError);
  RunRecord run = chain().run;
  run.program[0].text = "log(";
  EXPECT_THROW(Subject(run, run.cells[0]), SourcedError);
  run.program.clear();
  EXPECT_THROW(Subject(run, run.cells[0]), UsageError);
  run = chain().run;
  run.cells[0].fspec.eff = 9;
  EXPECT_THROW(Subject(run, run.cells[0]), SourcedError);
}

TEST(Subject, ReadsFilesOfSpecificationsAsSuch) {
  const Sample f = specified_chain(false);
  ASSERT_EQ(f.subject.program().specifications.size(), 3U);
  EXPECT_EQ(f.subject.program().specifications[1].says.when(), "after 2");
  EXPECT_TRUE(f.subject.failure_free().judgement.holds());
  EXPECT_THAT(f.execute("O(a,b,1) O(a,b,2)").judgement.violated,
              ElementsAre("lacks(m)", "late(m)@3"));
  EXPECT_EQ(specified_chain(true).subject.program().specifications.size(), 4U);
  EXPECT_EQ(program_name(f.run), "sample.ded");
  RunRecord run = f.run;
  // a program file must not contain `spec`, only a specification file
  run.program[1].name = "sample.ded";
  EXPECT_THROW(Subject(run, run.cells[0]), SourcedError);
}

// The first cells of a sweep may be too short for some specifications, which are then never judged.
TEST(Subject, KnowsSpecificationsThatItsCellNeverJudges) {
  RunRecord run = specified_chain(false).run;
  run.cells[0].fspec.eot = 2;
  run.cells[0].fspec.eff = 1;
  const Subject subject(run, run.cells[0]);
  EXPECT_THAT(subject.failure_free().judgement.violated, ElementsAre("lacks(m)"));
}

}  // namespace
}  // namespace ldfi::results
