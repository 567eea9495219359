#include "results/views/compare/story.hpp"

#include <gtest/gtest.h>

#include "results/views/lineage/outcome.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

std::string story(const Sample& sample, const std::string& faults) {
  const Rerun run = sample.execute(faults);
  return story_text(make_story(
      sample.subject, run, explain_outcome(sample.subject, run, sample.subject.failure_free())));
}

TEST(Story, NamesKeepTheirFirstLetter) {
  const Sample sample(R"(
log("node1", "m")@1; next("node1", "Node2")@1;
log(X, P)@next :- log(X, P);
log(Y, P)@async :- log(X, P), next(X, Y);
pre(P) :- log("node1", P);
post(P) :- log("Node2", P);
)",
                      3, {"node1", "Node2"});
  EXPECT_EQ(story(sample, "O(node1,Node2,1)"),
            "1  node1's message log(Node2,m) to Node2 at 1 was lost\n"
            "3  without log(Node2,m) from 2 to 3, post(m) does not hold, yet pre(m) does: the "
            "invariant is "
            "violated\n");
  EXPECT_EQ(story(sample, "C(node1,1)").substr(0, 20), "1  node1 crashed at ");
  EXPECT_EQ(story(sample, "C(Node2,1)"),
            "1  Node2 crashes at 1\n"
            "   the invariant holds nevertheless\n");
  EXPECT_EQ(story(sample, "none"),
            "nothing fails in this run\n"
            "the invariant holds\n");
}

TEST(Story, TellsAMessageAndItsEventOnce) {
  const Sample sample(R"(
bcast("a b", "x")@1; node("a b", "c d")@1;
m(To, P)@async :- bcast(N, P), node(N, To);
log(N, P)@next :- m(N, P);
)",
                      4, {"a b", "c d"}, R"(
spec unseen critical finally;
unseen(P) :- kept(P), notin got(P);
kept(P) :- bcast(_, P); kept(P)@next :- kept(P);
got(P) :- delivered.m(_, _, P);
got(P)@next :- got(P);
)");
  EXPECT_EQ(
      story(sample, "O(\"a b\",\"c d\",1)"),
      "1  \"a b\"'s message m(\"c d\",x) to \"c d\" at 1 was lost\n"
      "2  without m(\"c d\",x) from \"a b\" at 2, there is no delivered.m(\"a b\",\"c d\",x) at 2\n"
      "   without delivered.m(\"a b\",\"c d\",x) at 2, there is no got(x) from 2 to 4\n"
      "4  without got(x) from 2 to 4, there is unseen(x) at 4: unseen is violated\n");
}

TEST(Story, SaysWhichSpecificationIsViolated) {
  const Sample alone = specified_chain(false);
  EXPECT_EQ(story(alone, "O(a,b,1) O(a,b,2)"),
            "1  a's message log(b,m) to b at 1 was lost\n"
            "2  a's message log(b,m) to b at 2 was lost\n"
            "3  without log(b,m) from 2 to 3, there is no log(c,m) from 3 to 4\n"
            "   without log(b,m) from 2 to 3, there is late(m) at 3: late is violated\n"
            "4  without log(c,m) from 3 to 4, there is lacks(m) at 4: lacks is violated\n");
  EXPECT_EQ(story(alone, "O(a,d,1)"),
            "1  messages from a to d sent at 1 are lost\n"
            "   nothing is violated nevertheless\n");
  EXPECT_EQ(story(alone, "none"),
            "nothing fails in this run\n"
            "nothing is violated\n");
  EXPECT_EQ(story(specified_chain(true), "O(a,b,1) O(a,b,2)"),
            "1  a's message log(b,m) to b at 1 was lost\n"
            "2  a's message log(b,m) to b at 2 was lost\n"
            "3  without log(b,m) from 2 to 3, there is no log(c,m) from 3 to 4\n"
            "   without log(b,m) from 2 to 3, there is late(m) at 3: late is violated\n"
            "4  without log(c,m) from 3 to 4, there is lacks(m) at 4: lacks is violated\n"
            "   without log(c,m) from 3 to 4, post(m) does not hold, yet pre(m) does: the "
            "invariant is violated\n");
}

}  // namespace
}  // namespace ldfi::results
