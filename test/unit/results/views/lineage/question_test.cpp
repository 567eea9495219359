// Questions that somebody typed.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/results/sample_subject.hpp"
#include "test/unit/results/views/lineage/support.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(Questions, AreReadWithCare) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_THROW(ask(sample, "none", "lgo(b,m)"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@5"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@x"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,other)@4"), UsageError);
  try {
    ask(sample, "none", "log(b,m)@1");
    FAIL() << "it holds at 2, not at 1";
  } catch (const UsageError& e) {
    EXPECT_STREQ(
        e.what(),
        "log(b,m) holds at 1 neither in this run nor in the failure-free one; this run has "
        "log(a,m) then");
  }
}

std::vector<std::string> first(const Sample& sample, const std::string& faults) {
  std::vector<std::string> out;
  for (const auto& [goal] : first_questions(sample.subject, sample.execute(faults))) {
    const bool present = goal.kind == provenance::GoalKind::present;
    out.push_back((present ? "" : "no ") +
                  sample.subject.program().tuple_text(goal.relation, goal.tuple.data()) + "@" +
                  std::to_string(goal.at.tick()));
  }
  return out;
}

TEST(Questions, AreFirstAboutWhatIsViolatedWhenItIsViolatedFirst) {
  const Sample alone = specified_chain(false);
  EXPECT_THAT(first(alone, "O(a,b,1) O(a,b,2)"), ElementsAre("lacks(m)@4", "late(m)@3"));
  EXPECT_THAT(first(alone, "O(b,c,2) O(b,c,3)"), ElementsAre("lacks(m)@4"));
  EXPECT_THAT(first(alone, "none"), IsEmpty());
  const Sample both = specified_chain(true);
  EXPECT_THAT(first(both, "O(a,b,1) O(a,b,2)"),
              ElementsAre("pre(m)@4", "no post(m)@4", "lacks(m)@4", "late(m)@3"));
  EXPECT_THAT(first(both, "none"), ElementsAre("post(m)@4"));
}

// The invariant holds: c has it at last.
TEST(Questions, AreNotAboutTheInvariantIfOnlySpecificationsAreViolated) {
  const Sample sample(chain_program, 5, {"a", "b", "c", "d"}, chain_specifications);
  EXPECT_THAT(first(sample, "O(a,b,1) O(a,b,2)"), ElementsAre("late(m)@3"));
}

TEST(Questions, WithoutPreAreAboutWhatIsMissingAndAboutSpecifications) {
  std::string program = chain_program;
  program.erase(program.find("pre(P)"), std::string("pre(P) :- log(\"a\", P);").size());
  const Sample both(program, 4, {"a", "b", "c", "d"}, chain_specifications);
  EXPECT_THAT(first(both, "O(a,b,1) O(a,b,2)"),
              ElementsAre("lacks(m)@4", "late(m)@3", "no post(m)@4"));
  const Sample longer(program, 5, {"a", "b", "c", "d"}, chain_specifications);
  EXPECT_THAT(first(longer, "O(a,b,1) O(a,b,2)"), ElementsAre("late(m)@3"));
}

}  // namespace
}  // namespace ldfi::results
