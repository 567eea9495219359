#include "common/dedalus/ground/merge.hpp"

#include <gtest/gtest.h>

#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"

namespace ldfi::ground {
namespace {

using test::fspec;
using test::Search;

TEST(Universe, MergesThresholdsIntoRanges) {
  Search s(
      "m(\"a\", \"x\")@1; m(\"b\", \"x\")@1; m(\"c\", \"x\")@1; got(X, N)@async :- m(N, X);"
      "votes(X, count<N>) :- got(X, N); pre(X) :- votes(X, _); post(X) :- votes(X, C), C > 1;",
      fspec(2, 1, 0, {"a", "b", "c", "x"}));
  const Universe& u = s.universe();
  const FactId post = u.user_facts(*u.program().post, Time(2)).front();
  ASSERT_EQ(u.instances_of(post).size(), 1U);
  const auto premises = u.premises(*u.instances_of(post).begin());
  ASSERT_EQ(premises.size(), 1U);
  EXPECT_EQ(static_cast<int>(u.range(premises[0].fact()).low), 2);
  EXPECT_EQ(static_cast<int>(u.range(premises[0].fact()).high), 3);
  EXPECT_EQ(s.lineage(true), s.exhaustive(true));
}

}  // namespace
}  // namespace ldfi::ground
