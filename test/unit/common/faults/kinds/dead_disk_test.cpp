// Tests all functions of the fault DeadDisk.
#include "common/faults/kinds/dead_disk.hpp"

#include <gmock/gmock.h>

#include <set>

#include "common/faults/fault_schedule.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/reread.hpp"

namespace ldfi::dead_disk_test {
namespace {

using test::reread;
using ::testing::HasSubstr;

constexpr NodeId owner(0U);
constexpr NamedId journal(1U);

FspecParameters with_disks(int dead, int writebacks, int writes = 0) {
  FspecParameters p{8, 6, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
  p.disk = {writes, {"log", "buf"}, {}, false, dead, writebacks, {"buf"}};
  return p;
}

/// Returns one letter for each tick from 1 to 8: x if the fault set loses a channel of the disk.
std::string lost(const FaultSet& faults, ChannelKind kind, NamedId relation = journal) {
  std::string out;
  for (int t = 1; t <= 8; ++t) {
    out += faults.loses({owner, owner, Time(t), kind, relation}) ? 'x' : '.';
  }
  return out;
}

TEST(DeadDisk, LosesAllThatIsOnItForGood) {
  const FaultSet faults({DeadDisk{owner, journal, Time(3)}});
  EXPECT_EQ(lost(faults, ChannelKind::write), "..xxxxxx");
  EXPECT_EQ(lost(faults, ChannelKind::copy), "..xxxxxx");
  EXPECT_EQ(lost(faults, ChannelKind::memory), "........");
  EXPECT_EQ(lost(faults, ChannelKind::copy, NamedId(0U)), "........");
  const FaultSet down(
      {DeadDisk{owner, journal, Time(4)}, Outage{owner, Time(2), Time(2), Time(6)}});
  EXPECT_EQ(lost(down, ChannelKind::keep), "x..xxxxx") << "it is kept until the disk dies";
}

TEST(DeadDisk, TellsOfItselfFromTheNextTickOn) {
  const FaultSet faults({DeadDisk{owner, journal, Time(3)}});
  std::string told;
  for (int t = 1; t <= 6; ++t) {
    told += faults.makes({FaultFact::Kind::ioerror, owner, Time(t), journal}) ? 'x' : '.';
  }
  EXPECT_EQ(told, "...xxx");
  EXPECT_FALSE(faults.makes({FaultFact::Kind::ioerror, owner, Time(5), NamedId(0U)}));
}

TEST(DeadDisk, IsWrittenAsItIsRead) {
  const Fspec f(with_disks(2, 1, 2));
  for (const char* text : {"E(a,log,8)", "C(a,2) E(a,log,4)", "W(a,log,1,2) E(a,log,3)",
                           "E(a,buf,1) E(b,log,1)", "C(a,3,5) E(a,log,3) F(a,buf,5)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("E(b,log,2) W(a,log,3,4) E(a,log,3)", f), "E(a,log,3) E(b,log,2)")
      << "nothing is written that could fail";
  EXPECT_THAT(reread("E(a,log,1) E(a,log,2)", f), HasSubstr("a disk dies once"));
  EXPECT_THAT(reread("W(a,log,2,4) E(a,log,3)", f), HasSubstr("to a disk that is dead"));
  EXPECT_THAT(reread("E(a,log,9)", f), HasSubstr("the run ends at EOT (8)"));
  EXPECT_THAT(reread("E(a,log,1) E(b,log,1) E(a,buf,1)", f), HasSubstr("3 disks that die, but"));
  EXPECT_THAT(reread("E(a,lag,1)", f), HasSubstr("these are buf, log"));
  EXPECT_THAT(reread("E(a,log,1)", Fspec(with_disks(0, 1))),
              HasSubstr("; this Fspec admits no E(node,relation,time)"));
  FspecParameters some = with_disks(1, 0);
  some.disk.nodes = {"b"};
  EXPECT_THAT(reread("E(a,log,1)", Fspec(some)), HasSubstr("not among the nodes whose disks"));
}

TEST(DeadDisk, IsNoFaultThatEndsWithEff) {
  const Fspec f(with_disks(1, 0));
  const DeadDisk late{owner, journal, Time(8)};
  EXPECT_TRUE(admits(f, late));
  EXPECT_TRUE(within(FaultSet({late}), 0, EffMode::exclusive, 0)) << "and it is not a crash";
  EXPECT_TRUE(f.may_die(owner, journal, Time(8)));
  EXPECT_FALSE(f.may_die(owner, journal, Time(9)));
  EXPECT_TRUE(f.may_report(owner, journal, Time(2)));
  EXPECT_FALSE(f.may_fail(owner, journal, Time(1)));
  EXPECT_TRUE(f.may_lose({owner, owner, Time(8), ChannelKind::copy, journal}));
  EXPECT_FALSE(f.may_lose({owner, owner, Time(8), ChannelKind::copy}));
}

TEST(DeadDisk, IsToldInWords) {
  const Fspec f(with_disks(2, 1));
  EXPECT_EQ(in_words(f.disk()), ", 2 dead disks of buf log, 1 write-back of buf");
  const DeadDisk dead{owner, journal, Time(3)};
  EXPECT_EQ(in_words(dead, f), "the disk of log at a dies at 3");
  EXPECT_EQ(as_cause(dead, f), "the disk of log at a died at 3");
}

TEST(DeadDisk, EnumerationHasEachSetOnce) {
  for (const int dead : {0, 1, 2}) {
    for (const int writes : {0, 1}) {
      for (const int backs : {0, 2}) {
        FspecParameters p = with_disks(dead, backs, writes);
        if (p.disk.none()) continue;
        p.eot = 4;
        p.eff = 2;
        p.nodes = {"a"};
        const Fspec f(p);
        const std::vector<FaultSet> all = test::enumerated(f);
        for (const FaultSet& faults : all) EXPECT_TRUE(f.admits(faults)) << to_text(faults, f);
        EXPECT_EQ(std::set<FaultSet>(all.begin(), all.end()).size(), all.size());
        EXPECT_EQ(f.distinct_fault_sets(), all.size()) << dead << writes << backs;
      }
    }
  }
}

// 30 disks may die at 40 ticks, at most 3 of them: Σ_{j≤3} C(30,j) · 40^j sets.
TEST(DeadDisk, DeathsAloneAreCountedByThemselves) {
  FspecParameters p{
      40, 30, 0, {"a", "b", "c", "d", "e", "f"}, EffMode::inclusive, CrashModel::stop};
  p.disk = {0, {"p", "q", "r", "s", "t"}, {}, false, 3, 0, {}};
  p.limits.omissions = 0;
  EXPECT_EQ(Fspec(p).distinct_fault_sets(), 260'537'201);
}

TEST(DeadDisk, CountingEndsWithoutANumberWhereThereAreTooManyDisks) {
  FspecParameters p = with_disks(1000, 1000, 1000);
  for (int i = 0; i < 40; ++i) p.disk.relations.push_back("r" + std::to_string(i));
  EXPECT_THROW((void)Fspec(p).distinct_fault_sets(), BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::dead_disk_test
