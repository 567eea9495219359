// Tests all functions of the fault Partition.
#include "common/faults/kinds/partition.hpp"

#include <gmock/gmock.h>

#include "common/base/errors.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/fspec_problem.hpp"
#include "test/support/reread.hpp"

namespace ldfi::partition_test {
namespace {

using test::reread;
using ::testing::HasSubstr;

constexpr NodeId a(0U);
constexpr NodeId b(1U);
constexpr NodeId c(2U);

Fspec fspec(FaultLimits limits, int crashes = 0) {
  FspecParameters p{8, 6, crashes, {"a", "b", "c"}, EffMode::inclusive, CrashModel::stop};
  p.limits = std::move(limits);
  return Fspec(p);
}

NodeSet set(std::initializer_list<NodeId> nodes) {
  NodeSet out;
  for (const NodeId node : nodes) out.add(node);
  return out;
}

TEST(NodeSet, ComparesLikeTheSortedListOfItsNodes) {
  const std::vector<NodeSet> sorted{set({}),     set({a}), set({a, b}), set({a, b, c}),
                                    set({a, c}), set({b}), set({b, c}), set({c})};
  for (std::size_t i = 0; i < sorted.size(); ++i) {
    for (std::size_t j = 0; j < sorted.size(); ++j) {
      EXPECT_EQ(sorted[i] <=> sorted[j], i <=> j) << i << " " << j;
    }
  }
  const NodeId last(63U);
  EXPECT_LT(set({c}), set({last}));
  EXPECT_LT(set({c, last}), set({last}));
  EXPECT_EQ(set({last}).end(), 64U);
  EXPECT_FALSE(set({NodeId(64U)}).contains(NodeId(64U)));
}

TEST(Partition, LosesMessagesBothWaysWhileItIsOn) {
  const FaultSet faults({Partition{set({b}), Time(2), Time(4)}});
  const auto lost = [&](NodeId from, NodeId to, ChannelKind kind) {
    std::string out;
    for (int t = 1; t <= 6; ++t) out += faults.loses({from, to, Time(t), kind}) ? 'x' : '.';
    return out;
  };
  EXPECT_EQ(lost(a, b, ChannelKind::message), ".xxx..");
  EXPECT_EQ(lost(b, c, ChannelKind::message), ".xxx..");
  EXPECT_EQ(lost(a, c, ChannelKind::message), "......");
  EXPECT_EQ(lost(b, b, ChannelKind::memory), "......");
  EXPECT_EQ(lost(b, b, ChannelKind::write), "......");
}

TEST(Partition, LosesMessagesOneWay) {
  const auto lost = [&](Way way) {
    const FaultSet faults({Partition{Cut(set({b}), way), Time(2), Time(2)}});
    std::string out;
    for (const NodeId from : {a, b, c}) {
      for (const NodeId to : {a, b, c}) out += faults.loses({from, to, Time(2)}) ? 'x' : '.';
    }
    return out;
  };
  EXPECT_EQ(lost(Way::both), ".x.x.x.x.");
  EXPECT_EQ(lost(Way::out), "...x.x...");
  EXPECT_EQ(lost(Way::in), ".x.....x.");
}

TEST(Partition, OfOneWayIsWrittenAsItIsRead) {
  const Fspec f = fspec({.partitions = 2, .one_way = true}, 1);
  for (const char* text : {"P(b>a c,1,1)", "P(a c>b,2,6)", "P(b c>a,1,2) P(c,4,6)",
                           "P(b,1,2) P(b>a c,4,4)", "O(a,b,1) P(b>a c,1,1)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("P( c  b > a , 2 , 3 )", f), "P(b c>a,2,3)");
  EXPECT_EQ(reread("P(b>c a,1,1) P(b,3,3)", f), "P(b,3,3) P(b>a c,1,1)");
  EXPECT_EQ(reread("O(a,b,2) O(b,a,2) P(b>a c,1,2)", f), "O(a,b,2) P(b>a c,1,2)");
  EXPECT_THAT(reread("P(b>a,1,1)", f), HasSubstr("names every node once"));
  EXPECT_THAT(reread("P(a b>b c,1,1)", f), HasSubstr("names every node once"));
  EXPECT_THAT(reread("P(a b c>a,1,1)", f), HasSubstr("a partition needs a node on the other side"));
  EXPECT_THAT(reread("P(b>d,1,1)", f), HasSubstr("d is not a node"));
  EXPECT_THAT(reread("P(b>,1,1)", f), HasSubstr("expected"));
  EXPECT_THAT(reread("P(b>a>c,1,1)", f), HasSubstr("expected"));
  EXPECT_THAT(reread("P(b>a c,1,1) P(c>a b,2,2)", f),
              HasSubstr("a tick without a partition between two"));
  EXPECT_THAT(reread("P(b>a c,1,1)", fspec({.partitions = 1})), HasSubstr("see one_way"));
  const Fspec reliable = fspec({.reliable = {{"a", "b"}}, .partitions = 1, .one_way = true});
  EXPECT_EQ(reread("P(b>a c,1,1)", reliable), "P(b>a c,1,1)");
  EXPECT_THAT(reread("P(a c>b,1,1)", reliable), HasSubstr("admits no partition of these nodes"));
  EXPECT_THAT(reread("P(b,1,1)", reliable), HasSubstr("admits no partition of these nodes"));
  const Partition out{Cut(set({b, c}), Way::out), Time(1), Time(2)};
  EXPECT_EQ(in_words(out, f), "what b and c send the others is lost from 1 to 2");
  EXPECT_EQ(as_cause({Cut(set({b}), Way::in), Time(3), Time(3)}, f),
            "what the others send b was lost at 3");
}

TEST(Partition, OfOneWayIsCountedAndScheduledAsItIsEnumerated) {
  for (const int crashes : {0, 1}) {
    for (const auto& sets : {std::vector<FaultLimits::Names>{}, {{"a", "c"}, {"c"}}}) {
      for (const auto& reliable : {std::vector<FaultLimits::Names>{}, {{"a", "b"}}}) {
        FspecParameters p{4, 3, crashes, {"a", "b", "c"}, EffMode::inclusive, CrashModel::stop};
        p.limits = {.omissions = 1,
                    .reliable = reliable,
                    .partitions = 2,
                    .partition_sets = sets,
                    .one_way = true};
        const Fspec f(p);
        const auto all = test::enumerated(f);
        EXPECT_EQ(f.distinct_fault_sets(), BigInt(all.size())) << crashes << sets.size();
        FaultSchedule schedule(3);
        for (const FaultSet& faults : all) {
          schedule.start(faults);
          for (int t = 1; t <= 4; ++t) {
            schedule.at(t);
            for (const auto& [from, to] : {std::pair{0U, 1U}, {1U, 0U}, {1U, 2U}, {2U, 0U}}) {
              EXPECT_EQ(schedule.loses(from, to), faults.loses({NodeId(from), NodeId(to), Time(t)}))
                  << to_text(faults, f) << " " << from << to << t;
            }
          }
        }
      }
    }
  }
}

TEST(Partition, IsWrittenAsItIsRead) {
  const Fspec f = fspec({.partitions = 2}, 1);
  for (const char* text : {"P(b,1,1)", "P(b c,2,6)", "O(a,c,1) C(a,3) P(b,1,2) P(c,4,6)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("P( a b , 2 , 3 )", f), "P(c,2,3)") << "the side without the first node";
  EXPECT_EQ(reread("P(c b,2,3)", f), "P(b c,2,3)");
  EXPECT_EQ(reread("O(a,b,2) O(a,c,2) P(b,1,2)", f), "O(a,c,2) P(b,1,2)") << "it is cut anyway";
  EXPECT_EQ(reread("P(c,5,6) P(b,1,2)", f), "P(b,1,2) P(c,5,6)");
}

TEST(Partition, IsReadByTheNamesOfSets) {
  const Fspec f = fspec({.partitions = 1,
                         .partition_sets = {{"b", "a"}, {"c"}},
                         .named_sets = {{"West", "b", "a"}, {"East", "c"}},
                         .one_way = true});
  EXPECT_EQ(reread("P(East,1,2)", f), "P(c,1,2)");
  EXPECT_EQ(reread("P(West,1,2)", f), "P(c,1,2)");
  EXPECT_EQ(reread("P(b a,1,2)", f), "P(c,1,2)");
  EXPECT_EQ(reread("P(West>East,1,2)", f), "P(a b>c,1,2)");
  EXPECT_EQ(reread("P(East>a b,1,2)", f), "P(c>a b,1,2)");
  EXPECT_THAT(reread("P(West a>c,1,2)", f), HasSubstr("a is named twice"));
  EXPECT_THAT(reread("P(West East,1,2)", f),
              HasSubstr("a partition needs a node on the other side"));
  EXPECT_THAT(reread("P(North,1,2)", f), HasSubstr("North is not a node"));
  EXPECT_EQ(limits_in_words(f.parameters()),
            ", 0 restarts, 1 partition of West = a b; East = c, in both directions or in one");
}

TEST(Partition, IsToldByTheNameOfItsSetOrOfTheOtherSide) {
  const Fspec f = fspec({.partitions = 1,
                         .partition_sets = {{"a", "b"}, {"c"}},
                         .named_sets = {{"West", "a", "b"}},
                         .one_way = true});
  const auto told = [&](const char* text) {
    const FaultSet faults = parse_fault_set(text, f, FileId(0));
    return in_words(std::get<Partition>(*faults.begin()), f);
  };
  EXPECT_EQ(told("P(c,1,2)"), "West is cut off from the others from 1 to 2");
  EXPECT_EQ(told("P(a b>c,1,1)"), "what West sends the others is lost at 1");
  EXPECT_EQ(told("P(c>a b,1,1)"), "what the others send West is lost at 1");
}

TEST(Partition, NamesOfSetsAreRefusedWhereTheyMeanNothing) {
  FspecParameters p = fspec({.partitions = 1, .partition_sets = {{"c"}}}).parameters();
  const auto problem_with = [&](std::vector<FaultLimits::Names> named) {
    p.limits.named_sets = std::move(named);
    return test::problem_of(p);
  };
  EXPECT_EQ(problem_with({{"East", "c"}}), "");
  EXPECT_THAT(problem_with({{"b", "c"}}),
              HasSubstr("b is the name of a node and of a set of nodes"));
  EXPECT_THAT(problem_with({{"East", "c"}, {"East", "b"}}), HasSubstr("two sets have the name"));
  EXPECT_THAT(problem_with({{"East", "x"}}), HasSubstr("x may be cut off, but is not a node"));
  EXPECT_THAT(problem_with({{"East"}}), HasSubstr("needs a name and at least one node"));
  EXPECT_THAT(problem_with({{}}), HasSubstr("needs a name and at least one node"));
}

TEST(Partition, IsRefusedWhereTheFspecHasNone) {
  const Fspec f = fspec({.reliable = {{"a", "b"}}, .partitions = 2});
  EXPECT_THAT(reread("P(b,1,2)", f), HasSubstr("no partition of these nodes"));
  EXPECT_EQ(reread("P(c,1,2)", f), "P(c,1,2)");
  EXPECT_THAT(reread("P(c,1,7)", f), HasSubstr("partitions end with EFF (6)"));
  EXPECT_THAT(reread("P(c,3,2)", f), HasSubstr("from 3 on cannot end at 2"));
  EXPECT_THAT(reread("P(a b c,1,2)", f), HasSubstr("a partition needs a node on the other side"));
  EXPECT_THAT(reread("P(c c,1,2)", f), HasSubstr("c is named twice"));
  EXPECT_THAT(reread("P(d,1,2)", f), HasSubstr("d is not a node"));
  EXPECT_THAT(reread("P(c,1,2) P(c,3,4)", f), HasSubstr("a tick without a partition between two"));
  EXPECT_THAT(reread("P(c,1,1) P(c,3,3) P(c,5,5)", f), HasSubstr("3 partitions, but"));
  EXPECT_EQ(reread("P(c,3,3) P(c,1,1) P(c,3,3)", f), "P(c,1,1) P(c,3,3)") << "twice is once";
  EXPECT_THAT(reread("P(,1,2)", f), HasSubstr("expected a node's name"));
  const Fspec sets = fspec({.partitions = 1, .partition_sets = {{"a", "c"}}});
  EXPECT_EQ(reread("P(b,1,2)", sets), "P(b,1,2)");
  EXPECT_THAT(reread("P(c,1,2)", sets), HasSubstr("no partition of these nodes"));
  EXPECT_THAT(reread("P(c,1,2)", fspec({})), HasSubstr("expected O(from,to,time)"));
}

TEST(Partition, IsToldInWords) {
  const Fspec f = fspec({.partitions = 1});
  const Partition one{set({b}), Time(2), Time(2)};
  const Partition two{set({b, c}), Time(2), Time(5)};
  EXPECT_EQ(in_words(one, f), "b is cut off from the others at 2");
  EXPECT_EQ(in_words(two, f), "b and c are cut off from the others from 2 to 5");
  EXPECT_EQ(as_cause(one, f), "b was cut off from the others at 2");
  EXPECT_EQ(as_cause(two, f), "b and c were cut off from the others from 2 to 5");
}

TEST(Partition, ScheduleAndSamplerSayWhatTheFaultSetSays) {
  for (const bool limited : {false, true}) {
    FaultLimits limits{.partitions = 2};
    if (limited) limits.omissions = 2, limits.faults = 3;
    const Fspec f = fspec(limits, 1);
    const FaultSampler sets(f, 11);
    FaultSchedule schedule(3);
    std::size_t partitions = 0;
    for (std::uint64_t i = 0; i < 300; ++i) {
      const FaultSet faults = sets.draw(i);
      ASSERT_TRUE(f.admits(faults)) << to_text(faults, f);
      EXPECT_EQ(reread(to_text(faults, f), f), to_text(faults, f));
      partitions += faults.all<Partition>().size();
      schedule.start(faults);
      for (int t = 1; t <= 8; ++t) {
        schedule.at(t);
        for (const auto& [from, to] : {std::pair{a, b}, {b, a}, {b, c}, {c, a}}) {
          EXPECT_EQ(schedule.loses(from.raw(), to.raw()), faults.loses({from, to, Time(t)}));
        }
      }
    }
    EXPECT_GT(partitions, 100U);
  }
}

}  // namespace
}  // namespace ldfi::partition_test
