#include "results/views/lineage/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/golden.hpp"
#include "test/unit/results/sample_subject.hpp"
#include "test/unit/results/views/lineage/support.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string tree(const Sample& sample, const std::string& faults, bool all = false) {
  const Rerun e = sample.execute(faults);
  ExplainOptions options;
  options.all = all;
  return to_tree(explain(sample.subject, e, sample.subject.failure_free(),
                         first_questions(sample.subject, e), options));
}

TEST(Explain, AViolationByWhatHoldsAndWhatDoesNot) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  expect_golden("views/lineage/broadcast.txt", tree(sample, "O(a,b,1) C(a,2)"));
}

TEST(Explain, ChainsOfTicksAreOneGoal) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_EQ(ask(sample, "none", "log(c,m)@4"),
            "log(c,m)@2…4\n  message a → c  sent at 1\n    bcast(a,m)@1  (given)\n    node(a,c)@1  "
            "(given)\n(one proof of each tuple is shown; 2 other rule firings are left out, which "
            "--all shows)\n");
}

TEST(Explain, AllFirings) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  const std::string all = tree(sample, "none", true);
  for (const char* sent : {"sent at 1", "sent at 2", "sent at 3"}) {
    EXPECT_THAT(all, HasSubstr(sent));
  }
  EXPECT_THAT(all, Not(HasSubstr("left out")));
}

TEST(Explain, AnAbsenceByItsLostSupport) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_EQ(ask(sample, "O(a,b,1) C(a,2)", "log(b,m)"),
            "no log(b,m)@2…4\n"
            "  <- log(M, P)@async :- bcast(N, P), node(N, M);\n"
            "    lost: a → b, sent at 1\n"
            "    a crashed at 2\n");
}

TEST(Explain, WhatWaitsByThePause) {
  const Sample sample("go(\"b\", \"x\")@1; seen(N, X)@next :- go(N, X);", 4, {"b"}, "",
                      {.most = KindNumbers::only<Pause>(1)});
  EXPECT_THAT(ask(sample, "S(b,1,3)", "seen(b,x)@4"), HasSubstr("b was paused from 1 to 2"));
}

// A question may be about a tick long before EOT. Losses after that tick are not causes of the
// absence.
TEST(Explain, AnAbsenceByNothingThatComesLater) {
  const Sample sample(R"(
log("a", "x")@1; log(N, P)@next :- log(N, P); peer("a", "b")@1; peer(N, M)@next :- peer(N, M);
log(M, P)@async :- log(N, P), peer(N, M); pre(P) :- log("a", P); post(P) :- log("b", P);
)",
                      4, {"a", "b"});
  const std::string early = ask(sample, "O(a,b,1) O(a,b,2) O(a,b,3)", "log(b,x)@2");
  EXPECT_THAT(early, HasSubstr("no log(b,x)@2\n"));
  EXPECT_THAT(early, HasSubstr("sent at 1"));
  EXPECT_THAT(early, Not(HasSubstr("sent at 2")));
  EXPECT_THAT(ask(sample, "O(a,b,1) O(a,b,2) O(a,b,3)", "log(b,x)@4"), HasSubstr("sent at 3"));
}

// The explanation of an aggregate also names the absent values, because the aggregate would differ
// with them.
TEST(Explain, AnAggregateByWhatItLacks) {
  const Sample sample(R"(
p("a", "c")@1; p("b", "c")@1; v("a", 1)@1; v("b", 2)@1;
m(C, X)@async :- v(N, X), p(N, C);
got(C, X) :- m(C, X);
got(C, X)@next :- got(C, X);
top(C, max<X>) :- got(C, X);
least(C, min<X>) :- got(C, X);
pre(X) :- top(_, X);
post(X) :- top(_, X), X > 1;
)",
                      3, {"a", "b", "c"});
  EXPECT_EQ(ask(sample, "O(b,c,1)", "top(c,1)"),
            "top(c,1)@3\n"
            "  <- top(C, max<X>) :- got(C, X);\n"
            "    got(c,1)@2…3\n"
            "      <- got(C, X) :- m(C, X);\n"
            "        m(c,1)@2\n"
            "          message a → c  sent at 1\n"
            "            v(a,1)@1  (given)\n"
            "            p(a,c)@1  (given)\n"
            "    no top(c,2)@3\n"
            "      <- top(C, max<X>) :- got(C, X);\n"
            "        no got(c,2)@2…3\n"
            "          <- got(C, X) :- m(C, X);\n"
            "            no m(c,2)@2\n"
            "              <- m(C, X)@async :- v(N, X), p(N, C);\n"
            "                lost: b → c, sent at 1\n");
  EXPECT_THAT(ask(sample, "O(b,c,1)", "least(c,1)"), Not(HasSubstr("no "))) << "as in the good run";
}

TEST(Explain, EndsWhereItIsToldTo) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  const Rerun e = sample.execute("none");
  ExplainOptions options;
  options.max_nodes = 3;
  const Lineage lineage =
      explain(sample.subject, e, e, first_questions(sample.subject, e), options);
  ASSERT_FALSE(lineage.notes.empty());
  EXPECT_THAT(lineage.notes[0], HasSubstr("the graph ends after"));
}

}  // namespace
}  // namespace ldfi::results
