#include "results/lineage/explain.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/lineage/dot.hpp"
#include "results/trace/graph_table.hpp"
#include "test/unit/results/golden.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

// a broadcasts and repeats itself; who lacks it is missing, unless it crashed.
constexpr const char* broadcast = R"(
node("a", "b")@1; node("a", "c")@1;
node(X, Y)@next :- node(X, Y);
bcast("a", "m")@1;
bcast(N, P)@next :- bcast(N, P);
log(N, P) :- bcast(N, P);
log(N, P)@next :- log(N, P);
log(M, P)@async :- bcast(N, P), node(N, M);
missing(A, P) :- log(X, P), node(X, A), notin log(A, P), notin crash(_, A, _);
pre(P) :- log(_, P);
post(P) :- log(_, P), notin missing(_, P);
)";

std::string tree(const Sample& sample, const std::string& faults, bool all = false) {
  const Rerun e = sample.execute(faults);
  ExplainOptions options;
  options.all = all;
  return to_tree(explain(sample.subject, e, sample.subject.failure_free(),
                         first_questions(sample.subject, e), options));
}

std::string ask(const Sample& sample, const std::string& faults, const std::string& goal) {
  const Rerun e = sample.execute(faults);
  const Question q = read_question(sample.subject, e, sample.subject.failure_free(), goal);
  return to_tree(explain(sample.subject, e, sample.subject.failure_free(), {q}));
}

TEST(Explain, AViolationByWhatHoldsAndWhatDoesNot) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  expect_golden("lineage/broadcast.txt", tree(sample, "O(a,b,1) C(a,2)"));
}

TEST(Explain, ChainsOfTicksAreOneGoal) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_EQ(ask(sample, "none", "log(c,m)@4"),
            "log(c,m)@2…4\n"
            "  message a → c  sent at 1\n"
            "    bcast(a,m)@1  (given)\n"
            "    node(a,c)@1  (given)\n"
            "(one proof of each goal is shown; 2 other firings are left out)\n");
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

TEST(Explain, EndsWhereItIsToldTo) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  const Rerun e = sample.execute("none");
  ExplainOptions options;
  options.most_nodes = 3;
  const Lineage lineage =
      explain(sample.subject, e, e, first_questions(sample.subject, e), options);
  ASSERT_FALSE(lineage.notes.empty());
  EXPECT_THAT(lineage.notes[0], HasSubstr("the graph ends after"));
}

TEST(Questions, AreReadWithCare) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_THROW(ask(sample, "none", "lgo(b,m)"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@5"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@x"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,other)@4"), UsageError);
}

TEST(WhyNot, NamesTheNearestReason) {
  const Sample sample(R"(
start("a", 1)@1; limit("a", 5)@1; stop("a")@2;
start(X, N)@next :- start(X, N);
limit(X, N)@next :- limit(X, N);
big(X) :- start(X, N), limit(X, M), N > M;
go(X) :- start(X, _), notin start(X, _);
never(X) :- start(X, _), other(X);
other(X) :- never(X);
pre(X) :- start(X, _), notin big(X), notin go(X), notin other(X), notin crash(_, X, _);
post(X) :- start(X, _);
)",
                      3, {"a"});
  const std::string told = ask(sample, "none", "pre(a)@3");
  EXPECT_THAT(told, HasSubstr("not big(a)@3  a comparison fails"));
  EXPECT_THAT(told, HasSubstr("not go(a)@3  start(a,_)@3 holds"));
  EXPECT_THAT(told, HasSubstr("not other(a)@3  never(a)@3 does not hold"));
  EXPECT_THAT(told, HasSubstr("not crash(_,a,_)@3  a does not crash"));
}

// What the farm stores and what is derived here from the stored program is the same.
TEST(StoredGraphs, AgreeWithTheRerun) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  const Rerun e = sample.execute("O(a,b,1) C(a,2)");
  const GraphTable table = graph_table(sample.subject.program(), sample.subject.fspec(), e.faults,
                                       *e.model, "O(a,b,1) C(a,2)");
  EXPECT_TRUE(agrees(sample.subject, table));
  GraphTable other = table;
  other.goals.back().text += "?";
  EXPECT_FALSE(agrees(sample.subject, other));
  other = table;
  other.firings.pop_back();
  EXPECT_FALSE(agrees(sample.subject, other));
}

TEST(Dot, HostileTextStaysText) {
  const Sample sample(hostile_program(), 3, hostile_names());
  const Rerun e = sample.execute("none");
  const Lineage lineage = explain(sample.subject, e, e, first_questions(sample.subject, e));
  const std::string dot = to_dot(lineage, "\"];} digraph evil {");
  EXPECT_THAT(dot, HasSubstr("label=\"\\\"];} digraph evil {\""));
  EXPECT_THAT(dot, Not(HasSubstr("\x1b")));
  EXPECT_THAT(dot, Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(dot, HasSubstr(std::string(10'000, 'x'))) << "in the tooltip";
}

}  // namespace
}  // namespace ldfi::results
