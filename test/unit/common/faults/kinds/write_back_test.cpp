// Tests all functions of the fault WriteBack.
#include "common/faults/kinds/write_back.hpp"

#include <gmock/gmock.h>

#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"
#include "test/support/fspec_problem.hpp"
#include "test/support/reread.hpp"

namespace ldfi {
namespace {

using test::reread;
using ::testing::HasSubstr;

FspecParameters with_buffer() {
  FspecParameters p{8, 6, 1, {"a", "b"}, EffMode::inclusive, CrashModel::stop, 1};
  p.limits.most.of<Pause>() = 1;
  p.disk = {1, {"log", "buf"}, {}, false, 1, 2, {"buf"}};
  return p;
}

TEST(WriteBack, MakesOneFactAndLosesNothing) {
  const NodeId node(1U);
  const NamedId buf(0U);
  const FaultSet faults({WriteBack{node, buf, Time(3)}});
  EXPECT_TRUE(faults.makes({FaultFact::Kind::writeback, node, Time(3), buf}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::writeback, node, Time(4), buf}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::writeback, NodeId(0U), Time(3), buf}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::ioerror, node, Time(4), buf}));
  for (const ChannelKind kind : {ChannelKind::write, ChannelKind::memory, ChannelKind::copy}) {
    EXPECT_FALSE(faults.loses({node, node, Time(3), kind, buf}));
  }
  EXPECT_TRUE(faults.loses({node, node, Time(3), ChannelKind::keep, buf}));
}

TEST(WriteBack, IsWrittenAsItIsRead) {
  const Fspec f(with_buffer());
  for (const char* text : {"F(a,buf,1) F(a,buf,2)", "C(a,2+) F(a,buf,2)", "C(a,2,4) F(a,buf,4)",
                           "S(a,2,4) F(a,buf,1) F(a,buf,4)", "W(a,log,2) F(a,buf,2)",
                           "E(a,buf,3) F(a,buf,2) F(b,buf,3)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("F(a,buf,2) C(a,2,4) F(a,buf,3)", f), "C(a,2,4)");
  EXPECT_EQ(reread("F(a,buf,2) S(a,2,4) F(a,buf,3) F(b,buf,1)", f), "S(a,2,4) F(b,buf,1)");
  EXPECT_EQ(reread("F(a,buf,2) W(a,buf,2)", f), "W(a,buf,2)");
  EXPECT_EQ(reread("F(a,buf,3) E(a,buf,3)", f), "E(a,buf,3)");
  EXPECT_THAT(reread("F(a,buf,1) F(a,buf,2) F(b,buf,2)", f), HasSubstr("3 write-backs, but"));
  EXPECT_THAT(reread("F(a,buf,7)", f), HasSubstr("write-backs end with EFF (6)"));
  EXPECT_THAT(reread("F(a,log,1)", f), HasSubstr("log is not buffered"));
  EXPECT_THAT(reread("F(a,lag,1)", f), HasSubstr("these are buf, log"));
}

TEST(WriteBack, NeedsABuffer) {
  FspecParameters p = with_buffer();
  EXPECT_EQ(test::problem_of(p), "");
  p.disk.buffered.clear();
  EXPECT_THAT(test::problem_of(p),
              HasSubstr("no relation of the program is buffered, so nothing is written back"));
  p.disk.buffered = {"x"};
  EXPECT_THAT(test::problem_of(p), HasSubstr("x is buffered, but not among the relations"));
  p = with_buffer();
  p.disk.dead = -1;
  EXPECT_THAT(test::problem_of(p), HasSubstr("the number of dead disks must be 0 or more"));
  p = with_buffer();
  p.disk.write = p.disk.dead = 0;
  p.limits.most.of<Pause>() = p.restarts = 0;
  p.crash_model = CrashModel::halt;
  EXPECT_THAT(test::problem_of(p), HasSubstr("with crash_model halt nothing is written back"));
}

TEST(WriteBack, IsToldInWords) {
  FspecParameters alone = with_buffer();
  alone.disk.write = alone.disk.dead = 0;
  EXPECT_EQ(in_words(Fspec(alone).disk()), ", 2 write-backs of buf");
  const Fspec f(with_buffer());
  const WriteBack back{NodeId(0U), NamedId(0U), Time(3)};
  EXPECT_EQ(in_words(back, f), "the system writes buf at a back at 3");
  EXPECT_EQ(as_cause(back, f), "the system wrote buf at a back at 3");
}

// The random fault sets also contain dead disks and failed writes.
TEST(WriteBack, ScheduleSaysWhatTheFaultSetSays) {
  const Fspec f(with_buffer());
  const FaultSampler sets(f, 7);
  FaultSchedule schedule(2);
  std::size_t backs = 0;
  std::size_t deaths = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const FaultSet faults = sets.draw(i);
    ASSERT_TRUE(f.admits(faults)) << to_text(faults, f);
    EXPECT_EQ(reread(to_text(faults, f), f), to_text(faults, f));
    backs += faults.all<WriteBack>().size();
    deaths += faults.all<DeadDisk>().size();
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
          const auto open = [&](ChannelKind kind) {
            return !faults.loses({node, node, Time(t), kind, relation});
          };
          EXPECT_EQ(schedule.writes(n, relation), open(ChannelKind::write));
          EXPECT_EQ(schedule.keeps(n, relation), open(ChannelKind::keep));
          EXPECT_EQ(!schedule.dead(n, relation), open(ChannelKind::copy));
          EXPECT_EQ(holds(FaultFact::Kind::ioerror, node, relation),
                    faults.makes({FaultFact::Kind::ioerror, node, Time(t), relation}));
          EXPECT_EQ(holds(FaultFact::Kind::writeback, node, relation),
                    faults.makes({FaultFact::Kind::writeback, node, Time(t), relation}));
        }
      }
    }
  }
  EXPECT_GT(backs, 100U);
  EXPECT_GT(deaths, 100U);
}

}  // namespace
}  // namespace ldfi
