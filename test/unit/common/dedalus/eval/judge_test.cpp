// Executions that violate the invariant are recognised (docs/explanation/verdicts.md).
#include <gtest/gtest.h>

#include "test/support/execution.hpp"

namespace ldfi::test {
namespace {

using ::std::string;
using Texts = std::vector<string>;

const string transfer = R"(
    node("a", "b")@1;
    sent("a", "two words")@1; sent("a", "m")@1; sent(X, V)@next :- sent(X, V);
    got(Y, V)@async :- sent(X, V), node(X, Y); got(X, V)@next :- got(X, V);
)";

eval::Judgement judge(const string& invariant, const string& faults) {
  return execute(transfer + invariant, fspec_of(3, {"a", "b"}), faults).judgement();
}

TEST(Judge, EveryTupleOfPreMustBeInPost) {
  const string invariant = "pre(V) :- sent(_, V); post(V) :- got(_, V);";
  const auto good = judge(invariant, "none");
  EXPECT_TRUE(good.holds());
  EXPECT_EQ(good.pre, 2U);
  EXPECT_EQ(good.post, 2U);
  const auto bad = judge(invariant, "O(a,b,1)");
  EXPECT_EQ(bad.violated, (Texts{"pre(\"two words\")", "pre(m)"}));
  EXPECT_EQ(bad.pre, 2U);
  EXPECT_EQ(bad.post, 0U);
}

TEST(Judge, LooksAtEotOnly) {
  EXPECT_TRUE(
      judge("pre(V) :- sent(_, V)@1, sent(_, V), notin got(_, V); post(V) :- got(_, V);", "none")
          .holds());
}

TEST(Judge, ATupleThatOnlyFaultsMakePromisedCounts) {
  const string invariant =
      R"(pre(V) :- sent(_, V), notin got("b", V); post(V) :- got(_, V), V == "never";)";
  EXPECT_TRUE(judge(invariant, "none").holds());
  EXPECT_EQ(judge(invariant, "C(a,1)").violated.size(), 2U);
}

TEST(Judge, PostAloneMustHoldAsInTheFailureFreeRun) {
  const string invariant = "post(X, V) :- got(X, V);";
  EXPECT_TRUE(judge(invariant, "none").holds());
  const auto bad = judge(invariant, "O(a,b,1)");
  EXPECT_EQ(bad.violated, (Texts{"post(b,\"two words\")", "post(b,m)"}));
  EXPECT_EQ(bad.pre, 2U);
  EXPECT_EQ(bad.post, 0U);
}

TEST(Judge, WithoutAnInvariantPersistedRelationsAreTheGoals) {
  const auto good = judge("", "none");
  EXPECT_TRUE(good.holds());
  EXPECT_EQ(good.pre, 4U);
  const auto bad = judge("", "O(a,b,1)");
  EXPECT_EQ(bad.violated, (Texts{"got(b,\"two words\")", "got(b,m)"}));
  EXPECT_EQ(bad.pre, 4U);
  EXPECT_EQ(bad.post, 2U);
}

}  // namespace
}  // namespace ldfi::test
