#include "common/minimise/programs/follow.hpp"

#include <gtest/gtest.h>

#include "test/support/random_program.hpp"
#include "test/unit/common/minimise/programs/programs.hpp"

namespace ldfi::minimise {
namespace {

TEST(Follow, MessagesAreKnownByTheirPlaceAmongTheirEquals) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.nodes = {"a", "b"};
  fspec.delays = {.most = 1};
  const std::string twice = std::string(pair) + "say(\"a\", 2)@3;\n";
  const dedalus::Program program = test::check({twice, fspec});
  const Fspec checked(fspec);
  Trials trials(program, checked, {}, {}, [] {});
  const NodeId a(0);
  const NodeId b(1);
  const Followed second = follow(trials, {}, {}, {{a, b, "hear(b,2)", 2, 1}});
  EXPECT_TRUE(second.violates());
  EXPECT_TRUE(second.missing.empty());
  EXPECT_EQ(deliveries_of(checked, second.ticks), std::vector<Delivery>({{Time(3), a, b, 1}}));
  const Followed third = follow(trials, {}, {}, {{a, b, "hear(b,2)", 3, 0}, {b, a, "hear(a,2)"}});
  EXPECT_FALSE(third.violates());
  ASSERT_EQ(third.missing.size(), 2U);
  EXPECT_EQ(third.missing[0].second, "it is not sent");
}

TEST(Follow, OfWhatANodeSendsItselfOnlyWhatIsLateIsTold) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.nodes = {"a"};
  fspec.delays = {.most = 2, .self = true};
  const dedalus::Program program = test::check({rings, fspec});
  const Fspec checked(fspec);
  Trials trials(program, checked, {}, {}, [] {});
  const NodeId a(0);
  const Followed in_time = follow(trials, {}, {}, {});
  EXPECT_TRUE(in_time.schedule.deliveries.empty() && in_time.ticks[0].arrived.empty());
  const Followed late = follow(trials, {}, {}, {{a, a, "ring(a,1)", 1, 2}});
  EXPECT_TRUE(late.missing.empty() && late.unexpected.empty());
  EXPECT_EQ(deliveries_of(checked, late.ticks), std::vector<Delivery>({{Time(1), a, a, 2}}));
}

}  // namespace
}  // namespace ldfi::minimise
