// Tests all functions of the faults Delay and Duplicate.
#include "common/faults/kinds/delay.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <set>

#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/fspec.hpp"
#include "test/support/fspec_problem.hpp"
#include "test/support/random.hpp"
#include "test/support/reread.hpp"

namespace ldfi::delay_test {
namespace {

using test::reread;
using ::testing::HasSubstr;

const NodeId a(0U);
const NodeId b(1U);

FspecParameters late() {
  FspecParameters p = test::fspec(8, 3, 1, {"a", "b", "c"});
  p.delays = {.most = 3, .duplicates = 2, .within = 4};
  return p;
}

FaultSet read(const char* text) {
  static const Fspec f(late());
  return parse_fault_set(text, f, FileId(0U));
}

TEST(Delay, IsNotThereInTimeAndArrivesLater) {
  const FaultSet faults({Delay{a, b, Time(3), 2}, Duplicate{b, a, Time(1), 1}});
  EXPECT_TRUE(faults.loses({a, b, Time(3)}));
  EXPECT_FALSE(faults.loses({a, b, Time(4)}));
  EXPECT_FALSE(faults.loses({a, a, Time(3), ChannelKind::memory}));
  EXPECT_FALSE(faults.loses({b, a, Time(1)}));
  EXPECT_TRUE(faults.delays({a, b, Time(3)}));
  EXPECT_FALSE(faults.delays({b, a, Time(1)}));
  EXPECT_TRUE(faults.settles({b, a, Time(1)}));
  EXPECT_FALSE(faults.settles({b, a, Time(2)}));
  EXPECT_TRUE(faults.makes({FaultFact::Kind::late, a, Time(3), no_relation, b, 2}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::late, a, Time(3), no_relation, b, 1}));
  EXPECT_TRUE(faults.makes({FaultFact::Kind::late, b, Time(1), no_relation, a, 1}));
  FaultSchedule schedule(2);
  schedule.start(faults);
  schedule.at(3);
  EXPECT_TRUE(schedule.loses(0, 1));
  EXPECT_FALSE(schedule.loses(1, 0));
  EXPECT_EQ(schedule.facts().size(), 1U);
  schedule.at(1);
  EXPECT_FALSE(schedule.loses(1, 0));
  EXPECT_EQ(schedule.facts().size(), 1U);
  schedule.at(2);
  EXPECT_TRUE(schedule.facts().empty());
}

TEST(Delay, IsWrittenAsItIsRead) {
  const Fspec f(late());
  for (const char* text :
       {"D(a,b,3,+2)", "O(a,b,1) C(a,3) D(a,b,2,+3) U(b,a,1,+4)", "D(a,b,1,+1) U(a,b,1,+2)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("U(b,a,1,+4) D( a, b,2 , + 3)", f), "D(a,b,2,+3) U(b,a,1,+4)");
  // A crashed node sends no messages, so late messages of this node are left out.
  EXPECT_EQ(reread("C(a,3) D(a,b,3,+1) U(a,c,4,+1) D(b,a,3,+1)", f), "C(a,3) D(b,a,3,+1)");
  EXPECT_THAT(reread("D(a,b,3,+1) D(a,b,3,+2)", f), HasSubstr("a message has only one delay"));
  EXPECT_THAT(reread("O(a,b,3) D(a,b,3,+2)", f), HasSubstr("a lost message cannot be late"));
  EXPECT_THAT(reread("O(a,b,3) U(a,b,3,+2)", f), HasSubstr("a lost message cannot be duplicated"));
  EXPECT_THAT(reread("D(a,b,3,+2) U(a,b,3,+2)", f),
              HasSubstr("the duplicate must arrive after the message"));
  EXPECT_THAT(reread("U(a,b,3,+1) U(a,b,3,+2)", f),
              HasSubstr("a message is duplicated at most once"));
  EXPECT_THAT(reread("U(a,b,1,+1) U(a,b,2,+1) U(a,b,3,+1)", f), HasSubstr("3 duplicates, but"));
  EXPECT_THAT(reread("D(a,a,3,+2)", f),
              HasSubstr("messages of a node to itself never arrive late"));
  EXPECT_THAT(reread("D(a,b,7,+1)", f),
              HasSubstr("only messages sent up to EOT - 2 can arrive late"));
  EXPECT_THAT(reread("D(a,b,6,+2)", f),
              HasSubstr("a late message arrives at EOT (8) at the latest"));
  EXPECT_THAT(reread("D(a,b,1,+4)", f), HasSubstr("admits at most 3 ticks"));
  EXPECT_THAT(reread("D(a,b,1,2)", f), HasSubstr("a number of ticks has a +"));
  EXPECT_THAT(reread("D(a,b,1)", f), HasSubstr("expected ','"));
  EXPECT_THAT(reread("D(a,b,1,+1)", Fspec(test::fspec(8, 3, 1, {"a", "b"}))),
              HasSubstr("admits no D(from,to,time,+ticks)"));
}

TEST(Delay, OrdersSetsBySizeThenByTicks) {
  EXPECT_LT(read("O(c,b,3)"), read("D(a,b,1,+1)"));
  EXPECT_LT(read("D(c,b,3,+1)"), read("D(a,b,1,+2)"));
  EXPECT_LT(read("D(a,b,1,+2)"), read("D(a,c,1,+2)"));
  EXPECT_LT(read("D(c,b,3,+1)"), read("U(a,b,1,+1)"));
  EXPECT_LT(read("D(a,b,1,+3)"), read("O(a,b,1) O(a,b,2)"));
  EXPECT_EQ(read("D(a,b,1,+2) U(b,c,1,+3)").lateness(), 5);
}

TEST(Delay, IsBelowALongerOne) {
  EXPECT_TRUE(read("D(a,b,1,+1)").subset_of(read("D(a,b,1,+1)")));
  EXPECT_TRUE(read("D(a,b,1,+1)").subset_of(read("D(a,b,1,+3) D(a,c,1,+1)")));
  EXPECT_FALSE(read("D(a,b,1,+2)").subset_of(read("D(a,b,1,+1)")));
  EXPECT_FALSE(read("D(a,b,1,+1)").subset_of(read("D(a,b,2,+1)")));
  EXPECT_FALSE(read("D(a,b,1,+1)").subset_of(read("O(a,b,1)")));
  EXPECT_FALSE(read("U(a,b,1,+1)").subset_of(read("U(a,b,1,+2)")));
  EXPECT_TRUE(read("O(a,b,2)").subset_of(read("O(a,b,2) D(a,b,1,+3)")));
}

FspecParameters drawn(test::Random& random) {
  FspecParameters p =
      test::fspec(random.between(2, 4), random.between(0, 1), random.between(0, 1), {"a", "b"});
  p.delays.most = random.between(0, 3);
  p.delays.duplicates = random.between(p.delays.most == 0 ? 1 : 0, 2);
  p.delays.within = random.between(1, 3);
  if (random.chance(30)) p.delays.until = random.between(0, 4);
  if (random.chance(40)) p.delays.budget = random.between(0, 4);
  if (random.chance(40)) p.delays.count = random.between(0, 3);
  if (random.chance(30)) p.limits.faults = random.between(0, 3);
  if (random.chance(30)) p.limits.omissions = random.between(0, 2);
  if (random.chance(20)) p.limits.reliable = {{"a", "b"}};
  if (random.chance(20)) p.crashable = {"b"};
  if (random.chance(30)) {
    p.delays.by_relation = true;
    p.delays.relations = {"ask", "put"};
    p.eot = std::min(p.eot, 3);
  }
  p.delays.self = random.chance(20);
  return p;
}

// Every fault set that is drawn or listed is admissible, contains only faults with an effect, and
// is listed once.
TEST(Delay, IsCountedAsItIsListed) {
  test::Random random(7);
  for (int i = 0; i < 300; ++i) {
    const Fspec f(drawn(random));
    const BigInt number = f.distinct_fault_sets();
    if (number > 20'000) continue;
    const std::vector<FaultSet> all = test::enumerated(f);
    EXPECT_EQ(number, BigInt(all.size())) << limits_in_words(f.parameters());
    const std::set<FaultSet> once(all.begin(), all.end());
    EXPECT_EQ(once.size(), all.size());
    for (const FaultSet& set : all) {
      EXPECT_TRUE(f.admits(set)) << to_text(set, f);
      EXPECT_LE(set.size(), f.max_faults());
      EXPECT_EQ(reread(to_text(set, f), f), to_text(set, f));
    }
    const FaultSampler sampler(f, 3);
    for (std::uint64_t n = 0; n < 20; ++n) EXPECT_TRUE(once.contains(sampler.draw(n)));
  }
}

// At each tick, the messages from one node to the other are in time, late or duplicated. They are
// late by 1 or 2 ticks. They arrive again after 1 tick, after 2 ticks, or after both.
TEST(Delay, HasAsManyFatesAsOneCounts) {
  FspecParameters p = test::fspec(4, 0, 0, {"a", "b"});
  p.delays = {.most = 2, .until = 1};
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 3 * 3);
  p.delays = {.most = 2, .until = 1, .duplicates = 9, .within = 2};
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 6 * 6);
  p.delays = {.most = 9};
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 3 * 3 * 2 * 2);
  p.delays.budget = 1;
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 1 + 4);
  p.delays = {.most = 1, .count = 1};
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 1 + 4);
  p.eff = 1;
  p.delays = {.most = 1, .until = 1};
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 3 * 3);
  p.crashes = 1;  // after a crash at tick 1 there are no messages; the crash may also be at tick 2,
                  // 3 or 4
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 9 + 2 * 3 * (1 + 3 * 3));
}

// The messages of each of two relations are in time or late. Or the messages of both are lost.
TEST(Delay, HasAsManyFatesOfEachRelation) {
  FspecParameters p = test::fspec(3, 0, 0, {"a", "b"});
  p.delays = {.most = 1, .by_relation = true, .relations = {"put", "ask"}};
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 4 * 4);
  EXPECT_EQ(Fspec(p).max_faults(), 4U);
  p.eff = 1;
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 5 * 5);
  p.delays.count = 1;
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 1 + 2 + 1 + 4 + 2 * 2);
  p.delays = {.most = 1, .self = true};
  p.eff = 0;
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 16);
  p.crashes = 1;  // a crashed node still sends messages to itself
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 4 * (4 + 2 * (2 + 2 * 4)));
}

FspecParameters apart() {
  FspecParameters p = late();
  p.delays.by_relation = true;
  p.delays.relations = {"vote", "ask"};
  return p;
}

TEST(Delay, IsOfOneRelationWhereTheFspecSaysSo) {
  const Fspec f(apart());
  const NamedId ask(0U);
  const NamedId vote(1U);
  const FaultSet faults({Delay{a, b, Time(3), 2, vote}, Duplicate{b, a, Time(1), 1, ask}});
  const auto sent = [](NodeId from, NodeId to, int at, NamedId relation) {
    return Channel{from, to, Time(at), ChannelKind::message, relation};
  };
  EXPECT_TRUE(faults.loses(sent(a, b, 3, vote)));
  EXPECT_FALSE(faults.loses(sent(a, b, 3, ask)));
  EXPECT_TRUE(faults.delays(sent(a, b, 3, vote)));
  EXPECT_FALSE(faults.delays(sent(a, b, 3, ask)));
  EXPECT_TRUE(faults.settles({a, b, Time(3)}));  // an omission of these messages loses those of all
                                                 // relations
  EXPECT_TRUE(faults.settles({b, a, Time(1)}));
  EXPECT_FALSE(faults.settles({a, b, Time(2)}));
  EXPECT_TRUE(faults.makes({FaultFact::Kind::late, a, Time(3), vote, b, 2}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::late, a, Time(3), ask, b, 2}));
  EXPECT_TRUE(FaultSet({Delay{a, b, Time(3), 1, vote}}).subset_of(faults));
  EXPECT_FALSE(FaultSet({Delay{a, b, Time(3), 1, ask}}).subset_of(faults));
  FaultSchedule schedule(2);
  schedule.start(faults);
  schedule.at(3);
  EXPECT_TRUE(schedule.loses(0, 1, vote));
  EXPECT_FALSE(schedule.loses(0, 1, ask));
  EXPECT_TRUE(f.admits(faults));
  EXPECT_FALSE(f.admits(FaultSet({Delay{a, b, Time(3), 1}})));
  EXPECT_FALSE(Fspec(late()).admits(faults));
}

TEST(Delay, IsWrittenWithItsRelation) {
  const Fspec f(apart());
  for (const char* text :
       {"D(a,b,3,vote,+2)", "D(a,b,2,ask,+3) D(a,b,2,vote,+1) U(b,a,1,ask,+4)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("D(a,b,2,vote,+1) D( a,b,2 , ask, + 3)", f), "D(a,b,2,ask,+3) D(a,b,2,vote,+1)");
  EXPECT_THAT(reread("O(a,b,3) D(a,b,3,vote,+2)", f), HasSubstr("a lost message cannot be late"));
  EXPECT_THAT(reread("O(a,b,3) U(a,b,3,ask,+2)", f),
              HasSubstr("a lost message cannot be duplicated"));
  EXPECT_THAT(reread("D(a,b,3,ask,+1) D(a,b,3,ask,+2)", f),
              HasSubstr("a message has only one delay"));
  EXPECT_EQ(reread("D(a,b,3,ask,+2) U(a,b,3,vote,+1)", f), "D(a,b,3,ask,+2) U(a,b,3,vote,+1)");
  EXPECT_THAT(reread("D(a,b,3,+2)", f), HasSubstr("name it before the number of ticks"));
  EXPECT_THAT(reread("D(a,b,3,log,+2)", f), HasSubstr("no rule sends log"));
  EXPECT_THAT(reread("D(a,b,3,vote)", f), HasSubstr("expected ','"));
  EXPECT_THAT(reread("D(a,b,3,vote,+2)", Fspec(late())), HasSubstr("leave vote out"));
  EXPECT_LT(parse_fault_set("D(a,b,1,ask,+1)", f, FileId(0U)),
            parse_fault_set("D(a,b,1,vote,+1)", f, FileId(0U)));
  EXPECT_EQ(in_words(Delay{a, b, Time(3), 2, NamedId(1U)}, f),
            "messages of vote from a to b sent at 3 arrive 2 ticks late");
  EXPECT_EQ(as_cause(Delay{a, b, Time(3), 1, NamedId(1U)}, f),
            "1 tick late: vote, a → b, sent at 3");
  EXPECT_EQ(in_words(f.delays()),
            ", messages up to 3 ticks late, 2 duplicates within 4 ticks, each relation by itself");
}

TEST(Delay, IsOfWhatANodeSendsItselfWhereTheFspecSaysSo) {
  FspecParameters p = late();
  p.delays.self = true;
  const Fspec f(p);
  // A crashed node still sends messages to itself.
  const FaultSet faults({Crash{a, Time(2)}, Delay{a, a, Time(3), 2}});
  EXPECT_EQ(faults.size(), 2U);
  EXPECT_EQ(reread("C(a,2) D(a,a,3,+2)", f), "C(a,2) D(a,a,3,+2)");
  EXPECT_TRUE(faults.loses({a, a, Time(3), ChannelKind::itself}));
  EXPECT_THAT(reread("D(a,a,3,+1) D(a,a,3,+2)", f), HasSubstr("a message has only one delay"));
  EXPECT_TRUE(FaultSet({Delay{a, a, Time(3), 1}}).subset_of(faults));
  EXPECT_FALSE(faults.loses({a, a, Time(4), ChannelKind::itself}));
  EXPECT_FALSE(faults.loses({b, b, Time(3), ChannelKind::itself}));
  EXPECT_TRUE(f.may_lose({a, a, Time(3), ChannelKind::itself}));
  EXPECT_FALSE(f.may_lose({a, a, Time(7), ChannelKind::itself}));
  FaultSchedule schedule(2);
  schedule.start(faults);
  schedule.at(3);
  EXPECT_TRUE(schedule.late_to_itself(0, no_relation));
  EXPECT_FALSE(schedule.late_to_itself(1, no_relation));
  EXPECT_EQ(in_words(Delay{a, a, Time(3), 2}, f),
            "messages from a to itself sent at 3 arrive 2 ticks late");
  p.crash_model = CrashModel::halt;
  EXPECT_THAT(test::problem_of(p), HasSubstr("write crash_model silent"));
}

TEST(Delay, KnowsNoOutagesYet) {
  FspecParameters p = late();
  EXPECT_EQ(test::problem_of(p), "");
  p.crash_model = CrashModel::stop;
  EXPECT_THAT(test::problem_of(p),
              HasSubstr("late messages are not supported together with restarts"));
  p = late();
  p.limits.partitions = 1;
  EXPECT_THAT(test::problem_of(p), HasSubstr("late messages are not supported together with"));
  p = late();
  p.delays.most = -1;
  EXPECT_THAT(test::problem_of(p), HasSubstr("it must be between 0 and 1000"));
}

TEST(Delay, IsToldInWords) {
  const Fspec f(late());
  EXPECT_EQ(in_words(f.delays()), ", messages up to 3 ticks late, 2 duplicates within 4 ticks");
  EXPECT_EQ(in_words(Delay{a, b, Time(3), 2}, f),
            "messages from a to b sent at 3 arrive 2 ticks late");
  EXPECT_EQ(as_cause(Delay{a, b, Time(3), 1}, f), "1 tick late: a → b, sent at 3");
  EXPECT_EQ(in_words(Duplicate{a, b, Time(3), 2}, f),
            "messages from a to b sent at 3 arrive again, 2 ticks late");
}

}  // namespace
}  // namespace ldfi::delay_test
