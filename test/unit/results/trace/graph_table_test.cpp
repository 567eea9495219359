#include "results/trace/graph_table.hpp"

#include <gtest/gtest.h>

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

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

}  // namespace
}  // namespace ldfi::results
