// @async, faults and channels (SEMANTICS §2–3).
#include "common/dedalus/eval/network.hpp"

#include <gtest/gtest.h>

#include "test/support/execution.hpp"
#include "test/unit/common/dedalus/eval/support.hpp"

namespace ldfi::test {
namespace {

TEST(Async, ArrivesOneTickLaterAtTheHeadsNode) {
  const auto e = broadcast_under("none");
  EXPECT_EQ(e.at("log", 1), "");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AnOmissionLosesOneMessage) {
  EXPECT_EQ(broadcast_under("O(a,c,1)").at("log", 2), "log(a,m) log(b,m)");
  const auto e = broadcast_under("O(a,b,1)");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AnOmissionTheOtherWayLosesNothing) {
  EXPECT_EQ(broadcast_under("O(b,a,1)").at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, ACrashedNodeSendsNothingButToItself) {
  const auto e = broadcast_under("C(a,2)");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "log(a,m)");
  EXPECT_EQ(e.at("b", 3), "b(a,m)") << "its own state goes on";
}

TEST(Async, MessagesReachACrashedNode) {
  EXPECT_EQ(broadcast_under("C(b,1)").at("log", 2), "log(a,m) log(b,m) log(c,m)");
}

TEST(Async, AMessageToNoNodeIsDropped) {
  const auto e =
      execute(R"(to("a", "b")@1; to("a", "c")@1; to("c", "a")@1; got(Y)@async :- to(X, Y);)",
              fspec_of(2, {"a", "b", "c"}));
  EXPECT_EQ(e.at("got", 2), "got(a) got(b) got(c)");
  const auto fewer = eval::run(*e.program, Fspec(fspec_of(2, {"a", "b"})), FaultSet());
  const auto got = fewer->tuples(e.relation("got"), Time(2));
  ASSERT_EQ(got.size(), 1U) << "c neither sends nor receives";
  EXPECT_EQ(e.program->tuple_text(e.relation("got"), got[0].data()), "got(b)");
}

TEST(Halt, StopsTransitionsOfTheCrashedNode) {
  const auto e = broadcast_under("C(a,2)", CrashModel::halt);
  EXPECT_EQ(e.at("b", 2), "b(a,m)") << "derived before the crash";
  EXPECT_EQ(e.at("b", 3), "");
  EXPECT_EQ(e.at("log", 2), "log(a,m) log(b,m) log(c,m)");
  EXPECT_EQ(e.at("log", 3), "") << "nothing to itself either";
}

TEST(Halt, StopsNobodyElse) {
  const auto e = execute(persistent, fspec_of(3, {"a", "b"}, CrashModel::halt), "C(b,1)");
  EXPECT_EQ(e.at("p", 3), "p(a,x)");
}

TEST(Halt, ALocationThatIsNoNodeCannotCrash) {
  const auto e = execute(R"(n("x", 1)@1; n(X, V)@next :- n(X, V); i(3)@1; i(X)@next :- i(X);)",
                         fspec_of(2, {"a"}, CrashModel::halt), "C(a,1)");
  EXPECT_EQ(e.at("n", 2), "n(x,1)");
  EXPECT_EQ(e.at("i", 2), "i(3)");
}

}  // namespace
}  // namespace ldfi::test
