// Queries of an execution return the tuples that hold at the given tick
// (docs/reference/dedalus.md).
#include "common/dedalus/eval/fact_model.hpp"

#include <gtest/gtest.h>

#include "test/support/execution.hpp"
#include "test/unit/common/dedalus/eval/support.hpp"

namespace ldfi::test {
namespace {

TEST(Rules, FactsHoldAtTheirTickOnly) {
  const auto e = execute(R"(p("a", 1)@1; p("b", 2)@2; p("a", 3)@2;)", fspec_of(3, {"a", "b"}));
  EXPECT_EQ(e.at("p", 1), "p(a,1)");
  EXPECT_EQ(e.at("p", 2), "p(a,3) p(b,2)");
  EXPECT_EQ(e.at("p", 3), "");
  EXPECT_EQ(e.model->size(), 3U);
}

TEST(Rules, FactsAfterEotAreDropped) {
  const auto e = execute(R"(p("a")@1; p("b")@9;)", fspec_of(2, {"a", "b"}));
  EXPECT_EQ(e.model->size(), 1U);
  EXPECT_TRUE(e.model->tuples(e.relation("p"), Time(9)).empty());
  EXPECT_TRUE(e.model->tuples(e.relation("p"), Time(0)).empty());
}

}  // namespace
}  // namespace ldfi::test
