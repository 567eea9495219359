#include "worker/minimise/follow.hpp"

#include <gtest/gtest.h>

#include "test/support/random_program.hpp"

namespace ldfi::execute {
namespace {

const char* const hearing = R"(
say("a", 1)@1;
say("a", 2)@2;
to("a", "b")@1;
to(A, B)@next :- to(A, B);
hear(B, I)@async :- say(A, I), to(A, B);
heard(B, I) :- hear(B, I);
heard(B, I)@next :- heard(B, I);
pre(B, I) :- heard(B, I), I == 2;
post(B, I) :- heard(B, I), heard(B, 1);
)";

TEST(Follow, MessagesAreKnownByTheirPlaceAmongTheirEquals) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.nodes = {"a", "b"};
  fspec.delays = {.most = 1};
  const std::string twice = std::string(hearing) + "say(\"a\", 2)@3;\n";
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

// The timer own_ring twice only if it comes again.
constexpr const char* own_ring = R"(
set("a", 1)@1;
ring(N, V)@async :- set(N, V);
rung(N, 1)@next :- ring(N, _), notin rung(N, 1);
rung(N, 2)@next :- ring(N, _), rung(N, 1);
rung(N, V)@next :- rung(N, V);
pre(N) :- rung(N, 1);
post(N) :- rung(N, 1), notin rung(N, 2);
)";

TEST(Follow, OfWhatANodeSendsItselfOnlyWhatIsLateIsTold) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.nodes = {"a"};
  fspec.delays = {.most = 2, .self = true};
  const dedalus::Program program = test::check({own_ring, fspec});
  const Fspec checked(fspec);
  Trials trials(program, checked, {}, {}, [] {});
  const NodeId a(0);
  const Followed in_time = follow(trials, {}, {}, {});
  EXPECT_TRUE(in_time.schedule.deliveries.empty() && in_time.ticks[0].arrived.empty());
  const Followed late = follow(trials, {}, {}, {{a, a, "ring(a,1)", 1, 2}});
  EXPECT_TRUE(late.missing.empty() && late.besides.empty());
  EXPECT_EQ(deliveries_of(checked, late.ticks), std::vector<Delivery>({{Time(1), a, a, 2}}));
}

}  // namespace
}  // namespace ldfi::execute
