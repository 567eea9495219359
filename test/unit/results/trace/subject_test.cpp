#include "results/trace/subject.hpp"

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

}  // namespace
}  // namespace ldfi::results
