#include "results/views/compare/compare.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// Node a sends a request to b and promises that c keeps b's name if b answers.
constexpr const char* program = R"(
ask("a", "b")@1; copy("b", "c")@1;
copy(X, Y)@next :- copy(X, Y);
asked(Y, X)@async :- ask(X, Y);
answer(X, Y)@async :- asked(Y, X);
answer(X, Y)@next :- answer(X, Y);
kept(Z, Y)@async :- asked(Y, _), copy(Y, Z);
kept(Z, Y)@next :- kept(Z, Y);
lonely(Y) :- answer(_, Y), notin kept("c", Y);
pre(Y) :- answer(_, Y);
post(Y) :- answer(_, Y), notin lonely(Y);
)";

Sample sample() {
  return {program, 4, {"a", "b", "c"}};
}

TEST(Compare, ACounterexampleWithTheGoodRun) {
  const Sample s = sample();
  const Comparison c = compare(s.subject, s.execute("O(b,c,2)"), s.subject.failure_free());
  EXPECT_EQ(
      story_text(c.story),
      "2  b's message kept(c,b) to c at 2 was lost\n"
      "4  without kept(c,b) from 3 to 4, lonely(b) holds at 4\n"
      "   since lonely(b) holds at 4, post(b) does not hold, yet pre(b) does, since b's message "
      "to a at 2 arrived: the invariant is violated\n");
  ASSERT_TRUE(c.divergence.has_value());
  EXPECT_EQ(c.divergence->tick, 3);
  EXPECT_THAT(c.divergence->missing, ElementsAre("kept(c,b)"));
  EXPECT_THAT(c.divergence->added, IsEmpty());
  ASSERT_THAT(c.stopped, SizeIs(3));
  EXPECT_THAT(c.stopped[0].heads, ElementsAre("kept(c,b)@3"));
  EXPECT_THAT(c.stopped[1].heads, ElementsAre("kept(c,b)@4"));
  EXPECT_THAT(c.stopped[2].heads, ElementsAre("post(b)@3", "post(b)@4"));
  ASSERT_THAT(c.started, SizeIs(1));
  EXPECT_THAT(c.started[0].heads, ElementsAre("lonely(b)@3", "lonely(b)@4"));
}

TEST(Compare, ARunWithItself) {
  const Sample s = sample();
  const Comparison c = compare(s.subject, s.subject.failure_free(), s.subject.failure_free());
  EXPECT_FALSE(c.divergence.has_value());
  EXPECT_THAT(c.stopped, IsEmpty());
  EXPECT_EQ(story_text(c.story),
            "nothing fails in this run\n"
            "the invariant holds\n");
}

TEST(Compare, FaultsThatDoNotMatter) {
  const Sample s = sample();
  EXPECT_EQ(
      story_text(compare(s.subject, s.execute("O(a,b,1) C(c,3)"), s.subject.failure_free()).story),
      "1  messages from a to b sent at 1 are lost\n"
      "3  c crashes at 3\n"
      "   the invariant holds nevertheless\n");
}

TEST(NearestGood, DiffersLeast) {
  const Sample s = sample();
  Cell cell;
  const auto faults = [&s](const std::string& text) { return s.subject.fault_set(text, "test"); };
  cell.executions = {{1, std::nullopt, {}, Outcome::holds, 0},
                     {2, 1, faults("O(b,c,1)"), Outcome::holds, 0},
                     {3, 1, faults("O(b,c,1) C(c,4)"), Outcome::holds, 0},
                     {4, 1, faults("O(b,c,1) O(b,c,2) C(c,4)"), Outcome::violates, 0}};
  const auto nearest = [&](const std::string& text) {
    return to_text(nearest_good(cell, faults(text)), s.subject.fspec());
  };
  EXPECT_EQ(nearest("O(b,c,1) O(b,c,2) C(c,4)"), "O(b,c,1) C(c,4)");
  EXPECT_EQ(nearest("O(b,c,2)"), "none");
}

}  // namespace
}  // namespace ldfi::results
