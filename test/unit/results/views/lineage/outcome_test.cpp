#include "results/views/lineage/outcome.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/views/lineage/support.hpp"

namespace ldfi::results {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;

std::string outcome(const Sample& sample, const std::string& faults) {
  return to_tree(
      explain_outcome(sample.subject, sample.execute(faults), sample.subject.failure_free()));
}

/// Node a sends m at tick 1, and once more at tick 3 if b has not answered.
constexpr const char* retry = R"(
start("a", "m")@1; again("a", "m")@3; link("a", "b")@1; link("b", "a")@1;
link(X, Y)@next :- link(X, Y);
msg(B, P)@async :- start(A, P), link(A, B);
msg(B, P)@async :- again(A, P), link(A, B), notin acked(A, P);
acked(A, P)@async :- msg(B, P), link(B, A);
log(B, P) :- msg(B, P);
log(B, P)@next :- log(B, P);
)";

// In the failure-free run, a does not send again. So a comparison with that run alone would not
// mention the second loss.
TEST(ExplainOutcome, NamesFaultsThatOnlyMatterBesideOthers) {
  const Sample sample(std::string(retry) + R"(pre(P) :- start(_, P);
pre(P)@next :- pre(P);
post(P) :- log("b", P);
)",
                      5, {"a", "b"});
  const std::string why = outcome(sample, "O(a,b,1) O(a,b,3)");
  EXPECT_THAT(why, AllOf(HasSubstr("lost: a → b, sent at 1"), HasSubstr("lost: a → b, sent at 3")));
  EXPECT_THAT(why, Not(HasSubstr("is not needed")));
}

TEST(ExplainOutcome, SaysWhichFaultIsNotNecessary) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  const std::string why = outcome(sample, "O(a,b,1) C(a,2) C(c,4)");
  EXPECT_THAT(why, HasSubstr("C(c,4) is not needed: without it, the invariant is also violated"));
  EXPECT_THAT(outcome(sample, "O(a,b,1) C(a,2)"), Not(HasSubstr("necessary")));
}

TEST(ExplainOutcome, SaysWhyASpecificationIsViolated) {
  const Sample sample = specified_chain(false);
  const std::string why = outcome(sample, "O(a,b,1) O(a,b,2)");
  EXPECT_THAT(why, AllOf(HasSubstr("late(m)@3\n"), HasSubstr("lacks(m)@4\n")));
  EXPECT_THAT(why, AllOf(HasSubstr("lost: a → b, sent at 1"), HasSubstr("lost: a → b, sent at 2")));
  EXPECT_THAT(why, Not(HasSubstr("is not needed")));
}

// Without the loss at 3, the message is still late but not lost.
TEST(ExplainOutcome, AFaultIsNecessaryForOneSpecificationIfNotForAll) {
  const Sample sample(retry, 6, {"a", "b"}, R"(
spec lost critical finally;
spec late major after 2; late(P) :- first(P), notin log("b", P);
lost(P) :- first(P), notin log("b", P);
first(P)@next :- start(_, P);
first(P)@next :- first(P);
)");
  const std::string why = outcome(sample, "O(a,b,1) O(a,b,3) O(b,a,4)");
  EXPECT_THAT(why, AllOf(HasSubstr("lost: a → b, sent at 1"), HasSubstr("lost: a → b, sent at 3")));
  EXPECT_THAT(why, Not(HasSubstr("O(a,b,3) is not needed")));
  EXPECT_THAT(why, HasSubstr("O(b,a,4) is not needed: without it, all of this is also violated"));
}

// c asks until it hears something. Only since the first answer is late does it hear of what came then.
TEST(ExplainOutcome, NamesAFaultThatKeptSomethingThereForLonger) {
  const Sample sample(R"(
wants("c")@1; old("d")@1; new("d")@3; link("c", "d")@1; link("d", "c")@1;
link(X, Y)@next :- link(X, Y);
old(D)@next :- old(D), notin new(D);
new(D)@next :- new(D);
wants(C)@next :- wants(C), notin answer(C, _);
ask(D, C)@async :- wants(C), link(C, D);
answer(C, 1)@async :- ask(D, C), old(D), notin new(D), link(D, C);
answer(C, 2)@async :- ask(D, C), new(D), link(D, C);
got(C, V) :- answer(C, V);
got(C, V)@next :- got(C, V);
pre(V) :- got(_, V);
post(1) :- got(_, 1);
post(2) :- got(_, 2), got(_, 1);
)",
                      7, {"c", "d"});
  const std::string why = outcome(sample, "O(c,d,1) O(d,c,2)");
  EXPECT_THAT(why, HasSubstr("lost: c → d, sent at 1")) << why;
}

// The lost message would have deleted the number 3, so the fault adds a number to the aggregate.
// All tuples of the failure-free run hold here, too.
TEST(ExplainOutcome, NamesAFaultThatAddedToAnAggregate) {
  const Sample sample(R"(
num("a", 2)@1; num("a", 3)@1; link("b", "a")@1; tick("b")@1;
num(A, N)@next :- num(A, N), notin drop(A, N);
drop(A, 3)@async :- tick(B), link(B, A);
top(A, max<N>) :- num(A, N);
pre("x") :- top("a", _);
post("x") :- top("a", 2);
)",
                      4, {"a", "b"});
  const std::string why = outcome(sample, "O(b,a,1)");
  EXPECT_THAT(why, HasSubstr("lost: b → a, sent at 1")) << why;
}

TEST(ExplainOutcome, LeavesOutWhatTheGoodRunViolates) {
  const Sample sample(
      specified_chain(false).run.program[0].text, 4, {"a", "b", "c", "d"},
      std::string(chain_specifications) + "spec early info always; early(P) :- log(\"a\", P);\n");
  const std::string why = outcome(sample, "O(a,b,1) O(a,b,2)");
  EXPECT_THAT(why, Not(HasSubstr("early(m)")));
  EXPECT_THAT(why, HasSubstr("1 tuple left out, which the other run violates, too"));
  EXPECT_THAT(outcome(sample, "none"), HasSubstr("early(m)@1")) << "all there is";
}

// on(a) and on(b) derive each other within a tick. The explanation must not use a tuple as its own
// reason.
TEST(ExplainOutcome, GoesInNoCircle) {
  const Sample sample(R"(
go("a", "b")@1; link("a", "b")@1; link("b", "a")@1;
link(X, Y)@next :- link(X, Y);
seen(X)@async :- go(_, X);
on(Y) :- on(X), link(X, Y);
on(X) :- seen(X), link(X, _), notin never(X);
never("z")@1;
pre(X) :- link(X, _);
post(X) :- on(X);
)",
                      2, {"a", "b"});
  EXPECT_EQ(ask(sample, "none", "on(b)"),
            "on(b)@2\n  <- on(X) :- seen(X), link(X, _), notin never(X);\n    seen(b)@2\n      "
            "message a → b  sent at 1\n        go(a,b)@1  (given)\n    link(b,a)@1…2  (given)\n    "
            "not never(b)@2  no rule derives it\n(one proof of each tuple is shown; 1 other rule "
            "firings are left out, which --all shows)\n");
}

TEST(Merge, AddsWhatIsNew) {
  using Kind = LineageNode::Kind;
  const auto node = [](Kind kind, const std::string& text) {
    LineageNode out;
    out.kind = kind;
    out.lines = {text};
    return out;
  };
  Lineage one;
  one.nodes = {node(Kind::goal, "p"), node(Kind::rule, "p :- q;"), node(Kind::given, "q")};
  one.edges = {{1, 0}, {2, 1}};
  Lineage same = one;
  merge(one, same);
  EXPECT_EQ(one.nodes.size(), 3U);
  EXPECT_EQ(one.edges.size(), 2U);
  same.nodes[2] = node(Kind::given, "r");
  same.nodes[0].root = true;
  merge(one, same);
  EXPECT_EQ(one.nodes.size(), 5U) << "the rule with another support is another firing";
  EXPECT_EQ(one.edges.size(), 4U);
  EXPECT_TRUE(one.nodes[0].root);
}

}  // namespace
}  // namespace ldfi::results
