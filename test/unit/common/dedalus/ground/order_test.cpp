#include "common/dedalus/ground/order.hpp"

#include <gtest/gtest.h>

#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"

namespace ldfi::ground {
namespace {

using test::fspec;
using test::Search;

TEST(Universe, PutsTheConeOfTheGoalsFirst) {
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); idle(B)@async :- m(A, B); busy(B)@next :- "
      "idle(B);"
      "pre(B) :- got(B); post(B) :- got(B);",
      fspec(2, 1, 0, {"a", "b"}));
  const Universe& u = s.universe();
  EXPECT_LT(u.cone(), u.fact_count());
  for (const char* name : {"idle", "busy"}) {
    for (FactId f : u.user_facts(*u.program().find(name), Time(2))) EXPECT_GE(f.index(), u.cone());
  }
}

TEST(Universe, KnowsItsCyclicComponents) {
  Search s(
      "m(\"a\", \"b\")@1; got(B, \"x\")@async :- m(A, B); e(\"b\", \"x\", \"y\")@2; e(\"b\", "
      "\"y\", \"x\")@2;"
      "got(B, Y) :- got(B, X), e(B, X, Y); pre(B) :- e(B, _, _); post(B) :- got(B, \"y\");",
      fspec(2, 1, 0, {"a", "b"}));
  ASSERT_EQ(s.universe().components().size(), 1U);
  EXPECT_EQ(s.lineage(true), "O(a,b,1)");
}

}  // namespace
}  // namespace ldfi::ground
