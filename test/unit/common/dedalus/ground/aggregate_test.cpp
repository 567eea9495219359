// Grounding finds the heads of rules with aggregates.
#include <gtest/gtest.h>

#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"
#include "test/unit/common/dedalus/ground/support.hpp"

namespace ldfi::ground {
namespace {

using test::fspec;
using test::Search;

using Texts = std::vector<std::string>;

// A rule with an aggregate and a recursive rule both derive r. The clingo oracle once found a
// defect in this case.
TEST(Universe, GroundsAggregatesInRecursiveStrata) {
  Search s(
      "q(\"a\", 3)@1; m(\"b\", \"a\")@1; q(A, 1)@async :- m(B, A); q(A, V)@next :- q(A, V);"
      "r(X, min<V>) :- q(X, V); r(X, V) :- s(X, V); s(X, V) :- r(X, V), V < 4;"
      "pre(X) :- q(X, _); post(X) :- s(X, 1);",
      fspec(2, 1, 0, {"a", "b"}));
  EXPECT_EQ(facts(s.universe(), "r", 2), (Texts{"r(a,1)@2", "r(a,3)@2"}));
  EXPECT_EQ(s.lineage(true), "O(b,a,1)");
  EXPECT_EQ(s.exhaustive(true), "O(b,a,1)");
}

}  // namespace
}  // namespace ldfi::ground
