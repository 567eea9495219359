#include "common/dedalus/ground/lineage.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "common/dedalus/ground/executor.hpp"
#include "test/support/faults.hpp"
#include "test/support/fspec.hpp"
#include "test/support/search/search.hpp"

namespace ldfi::ground {
namespace {

using test::fspec;
using test::Search;

TEST(Lineage, NamesFiringsAndAbsences) {
  Search s(
      "m(\"a\", \"b\")@1; got(B)@async :- m(A, B); late(\"b\")@2; alarm(B) :- late(B), notin "
      "got(B);"
      "pre(B) :- late(B); post(B) :- got(B); post(B) :- alarm(B);",
      fspec(2, 1, 0, {"a", "b"}));
  const Universe& u = s.universe();
  Executor run(u);
  run.execute(FaultSet{});
  const Lineage good = explain(u, run);
  EXPECT_EQ(good.fired.size(), 2U);  // the rules for got and post
  EXPECT_TRUE(good.refuted.empty());
  run.execute(test::fault_set({{NodeId(0), NodeId(1), Time(1)}}, {}));
  const Lineage other = explain(u, run);
  EXPECT_EQ(other.fired.size(), 2U);    // the rules for alarm and post
  EXPECT_EQ(other.refuted.size(), 1U);  // got does not hold
}

TEST(Lineage, OfAnotherUniverseIsRefused) {
  Search s("m(\"a\", \"b\")@1; got(B)@async :- m(A, B); post(B) :- got(B);",
           fspec(2, 1, 0, {"a", "b"}));
  const Universe& u = s.universe();
  const auto facts = static_cast<std::uint32_t>(u.fact_count());
  const auto instances = static_cast<std::uint32_t>(u.instance_count());
  require_ids_of(u, {{instances - 1}, {facts - 1}, {{0, facts - 1}}});
  EXPECT_THROW(require_ids_of(u, {{instances}, {}, {}}), InternalError);
  EXPECT_THROW(require_ids_of(u, {{}, {facts}, {}}), InternalError);
  EXPECT_THROW(require_ids_of(u, {{}, {}, {{facts}}}), InternalError);
  EXPECT_THROW(require_ids_of(u, {{}, {}, {{1, 0}}}), InternalError);
}

}  // namespace
}  // namespace ldfi::ground
