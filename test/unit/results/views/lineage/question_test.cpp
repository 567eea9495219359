// Tests how `ldfi-results lineage` reads a goal that a user typed, such as `log(b,m)@4`, and what it answers.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/results/sample_subject.hpp"
#include "test/unit/results/views/lineage/support.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::StartsWith;

std::string refusal(const Sample& sample, const std::string& goal) {
  try {
    return ask(sample, "none", goal);
  } catch (const UsageError& e) {
    return e.what();
  }
}

TEST(Questions, AreReadWithCare) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_THROW(ask(sample, "none", "lgo(b,m)"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@5"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@x"), UsageError);
  EXPECT_THAT(refusal(sample, "log(b,other)@4"),
              HasSubstr("the program has no string other, so this tuple never holds"));
  EXPECT_THAT(refusal(sample, "log(b)@4"), HasSubstr("write it as log(_,_)@4"));
}

TEST(Questions, MayBeAboutWhatNeverHolds) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_EQ(ask(sample, "none", "log(b,m)@1"), "not log(b,m)@1  bcast(b,m)@1 does not hold\n");
  EXPECT_EQ(ask(sample, "none", "bcast(b,_)@2"), "not bcast(b,_)@2  bcast(b,_)@1 does not hold\n");
}

TEST(Questions, WithoutAValueAreAboutAllThatMatches) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_EQ(ask(sample, "none", "node(a, _)@1"), "node(a,b)@1  (given)\nnode(a,c)@1  (given)\n");
  EXPECT_THAT(ask(sample, "O(a,b,1) C(a,2)", "log(b,_)@2"), StartsWith("no log(b,m)@2"));
  EXPECT_THAT(ask(sample, "none", "bcast@3"), StartsWith("bcast(a,m)@"));
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

// The invariant holds, because c has the message at the end.
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
