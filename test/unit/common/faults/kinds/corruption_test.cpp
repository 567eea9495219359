// Tests all functions of the fault Corruption.
#include "common/faults/kinds/corruption.hpp"

#include <gmock/gmock.h>

#include "common/faults/count_fault_sets.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/fspec_problem.hpp"
#include "test/support/reread.hpp"

namespace ldfi {
namespace {

using test::reread;
using ::testing::HasSubstr;

FspecParameters with_data() {
  FspecParameters p{8, 6, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
  p.limits.most.of<Pause>() = 1;
  p.disk = {1, {"log", "blk"}, {}, false, 1, 0, {}, 2, {"blk"}, {3}, false};
  return p;
}

TEST(Corruption, MakesTwoFactsAndLosesNothing) {
  const NodeId node(1U);
  const NamedId blk(0U);
  const FaultSet faults({Corruption{node, blk, Time(3)}});
  EXPECT_TRUE(faults.makes({FaultFact::Kind::corrupted, node, Time(3), blk}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::corrupted, node, Time(4), blk}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::corrupted, NodeId(0U), Time(3), blk}));
  EXPECT_TRUE(faults.makes({FaultFact::Kind::corrupt, node, Time(4), blk}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::corrupt, node, Time(3), blk}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::corrupt, node, Time(5), blk}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::ioerror, node, Time(4), blk}));
  for (const ChannelKind kind : {ChannelKind::write, ChannelKind::memory, ChannelKind::copy}) {
    EXPECT_FALSE(faults.loses({node, node, Time(3), kind, blk}));
  }
  EXPECT_TRUE(faults.loses({node, node, Time(3), ChannelKind::keep, blk}));
}

TEST(Corruption, IsWrittenAsItIsRead) {
  const Fspec f(with_data());
  for (const char* text :
       {"X(a,blk,1) X(a,blk,2)", "C(a,2+) X(a,blk,2)", "C(a,2,4) X(a,blk,4)",
        "S(a,2,4) X(a,blk,1) X(a,blk,4)", "W(a,blk,2) X(a,blk,2)", "X(a,blk,2) E(a,blk,3)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("X(a,blk,2) C(a,2,4) X(a,blk,3)", f), "C(a,2,4)");
  EXPECT_EQ(reread("X(a,blk,2) S(a,2,4) X(a,blk,3) X(b,blk,1)", f), "S(a,2,4) X(b,blk,1)");
  EXPECT_EQ(reread("X(a,blk,3) E(a,blk,3)", f), "E(a,blk,3)");
  EXPECT_THAT(reread("X(a,blk,1) X(a,blk,2) X(b,blk,2)", f), HasSubstr("3 corruptions, but"));
  EXPECT_THAT(reread("X(a,blk,7)", f), HasSubstr("corruptions end with EFF (6)"));
  EXPECT_THAT(reread("X(a,log,1)", f), HasSubstr("log has no data column"));
  EXPECT_THAT(reread("X(a,lag,1)", f), HasSubstr("these are blk, log"));
}

TEST(Corruption, NeedsAData) {
  FspecParameters p = with_data();
  EXPECT_EQ(test::problem_of(p), "");
  p.disk.columns.push_back(2);
  EXPECT_THAT(test::problem_of(p),
              HasSubstr("a data column is given for a relation that cannot be"));
  p.disk.damaged.clear();
  EXPECT_THAT(test::problem_of(p), HasSubstr("so nothing can be damaged"));
  p = with_data();
  p.nodes = {"?", "b"};
  EXPECT_THAT(test::problem_of(p), HasSubstr("because damaged data has this value"));
  p.disk.detected = true;
  EXPECT_EQ(test::problem_of(p), "");
  p = with_data();
  p.disk.damaged = {"x"};
  EXPECT_THAT(test::problem_of(p), HasSubstr("x may be damaged, but not among the relations"));
  p = with_data();
  p.disk.corrupt = -1;
  EXPECT_THAT(test::problem_of(p), HasSubstr("the number of corruptions must be 0 or more"));
  p = with_data();
  p.disk.write = p.disk.dead = 0;
  p.limits.most.of<Pause>() = p.restarts = 0;
  p.crash_model = CrashModel::halt;
  EXPECT_THAT(test::problem_of(p), HasSubstr("with crash_model halt nothing on disks is damaged"));
}

TEST(Corruption, IsToldInWords) {
  FspecParameters alone = with_data();
  alone.disk.write = alone.disk.dead = 0;
  EXPECT_EQ(in_words(Fspec(alone).disk()), ", 2 corruptions of blk:3");
  alone.disk.detected = true;
  EXPECT_EQ(in_words(Fspec(alone).disk()), ", 2 detected corruptions of blk:3");
  const Fspec f(with_data());
  EXPECT_EQ(in_words(f.disk()), ", 1 failed write, 1 dead disk of blk log, 2 corruptions of blk:3");
  const Corruption damage{NodeId(0U), NamedId(0U), Time(3)};
  EXPECT_EQ(in_words(damage, f), "what blk at a holds at 3 is read back damaged");
  EXPECT_EQ(as_cause(damage, f), "what blk at a held at 3 was read back damaged");
  EXPECT_EQ(as_cause(damage, Fspec(alone)),
            "what blk at a held at 3 was read back damaged, and dropped");
}

// The random fault sets also contain pauses, dead disks and failed writes.
TEST(Corruption, ScheduleSaysWhatTheFaultSetSays) {
  const Fspec f(with_data());
  const FaultSampler sets(f, 7);
  FaultSchedule schedule(2);
  std::size_t damages = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const FaultSet faults = sets.draw(i);
    ASSERT_TRUE(f.admits(faults)) << to_text(faults, f);
    EXPECT_EQ(reread(to_text(faults, f), f), to_text(faults, f));
    damages += faults.all<Corruption>().size();
    schedule.start(faults);
    for (int t = 1; t <= 8; ++t) {
      schedule.at(t);
      const auto holds = [&](FaultFact::Kind kind, NodeId n, NamedId r) {
        return std::ranges::count(schedule.facts(), FaultFact{kind, n, Time(t), r}) > 0;
      };
      for (std::uint32_t n = 0; n < 2; ++n) {
        for (std::uint32_t r = 0; r < 2; ++r) {
          const NodeId node(n);
          const NamedId relation(r);
          EXPECT_EQ(holds(FaultFact::Kind::corrupted, node, relation),
                    faults.makes({FaultFact::Kind::corrupted, node, Time(t), relation}));
          EXPECT_EQ(holds(FaultFact::Kind::corrupt, node, relation),
                    faults.makes({FaultFact::Kind::corrupt, node, Time(t), relation}));
        }
      }
    }
  }
  EXPECT_GT(damages, 100U);
}

TEST(Corruption, CountIsThatOfTheEnumeration) {
  for (const int restarts : {0, 1}) {
    for (const int pauses : {0, 1}) {
      for (const int writes : {0, 1}) {
        for (const int dead : {0, 1}) {
          for (const int backs : {0, 1}) {
            // EFF is 1 if there would be too many fault sets otherwise. EFF determines the number
            // of ticks with faults.
            const int eff = writes + dead + backs <= 1 ? 2 : 1;
            FspecParameters p{3,       eff, 0, {"a", "b"}, EffMode::inclusive, CrashModel::stop,
                              restarts};
            p.limits.omissions = 1;
            p.limits.most.of<Pause>() = pauses;
            if (backs > 0) p.limits.faults = 3;
            p.disk = {writes, {"blk", "buf", "log"}, {"a"},  false, dead, backs, {"buf"},
                      2,      {"blk", "buf"},        {2, 2}, false};
            const Fspec f(p);
            EXPECT_EQ(f.distinct_fault_sets(), BigInt(test::enumerated(f).size()))
                << restarts << pauses << writes << dead << backs;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace ldfi
