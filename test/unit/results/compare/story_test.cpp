#include "results/compare/story.hpp"

#include <gtest/gtest.h>

#include "results/lineage/outcome.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

std::string story(const Sample& sample, const std::string& faults) {
  const Rerun run = sample.execute(faults);
  return tell_story(sample.subject, run,
                    explain_outcome(sample.subject, run, sample.subject.failure_free()));
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
  EXPECT_EQ(
      story(sample, "O(node1,Node2,1)"),
      "node1's message log(Node2,m) to Node2 at 1 was lost. Yet pre(m) holds at the end while "
      "post(m) does not: the invariant is violated.");
  EXPECT_EQ(story(sample, "C(node1,1)").substr(0, 20), "node1 crashed at 1 a");
  EXPECT_EQ(story(sample, "C(Node2,1)"), "Node2 crashes at 1. The invariant holds nevertheless.");
  EXPECT_EQ(story(sample, "none"), "Nothing fails in this run. The invariant holds.");
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
  EXPECT_EQ(story(sample, "O(\"a b\",\"c d\",1)"),
            "\"a b\"'s message m(\"c d\",x) to \"c d\" at 1 was lost. So delivered.m(\"a b\",\"c "
            "d\",x) and got(x) "
            "did not come to hold, as they do in the good run. Thus there is unseen(x) at 4: "
            "unseen is violated.");
}

TEST(Story, SaysWhichSpecificationIsViolated) {
  const Sample alone = specified_chain(false);
  EXPECT_EQ(story(alone, "O(a,b,1) O(a,b,2)"),
            "a's message log(b,m) to b at 1 was lost. a's message log(b,m) to b at 2 was lost. So "
            "log(c,m) did not come to hold, as it does in the good run. Thus there is lacks(m) at "
            "4: lacks is violated. Thus there is late(m) at 3: late is violated.");
  EXPECT_EQ(story(alone, "O(a,d,1)"),
            "Messages from a to d sent at 1 are lost. Nothing is violated nevertheless.");
  EXPECT_EQ(story(alone, "none"), "Nothing fails in this run. Nothing is violated.");
  EXPECT_EQ(story(specified_chain(true), "O(a,b,1) O(a,b,2)"),
            "a's message log(b,m) to b at 1 was lost. a's message log(b,m) to b at 2 was lost. So "
            "log(c,m) did not come to hold, as it does in the good run. Thus there is lacks(m) at "
            "4: lacks is violated. Thus there is late(m) at 3: late is violated. Yet pre(m) "
            "holds at the end while post(m) does not: the invariant is violated.");
}

}  // namespace
}  // namespace ldfi::results
