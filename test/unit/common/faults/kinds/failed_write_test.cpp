// Tests all functions of the fault FailedWrite.
#include "common/faults/kinds/failed_write.hpp"

#include <gmock/gmock.h>

#include <set>

#include "common/base/errors.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/fspec_problem.hpp"

namespace ldfi::failed_write_test {
namespace {

using ::testing::HasSubstr;

constexpr NodeId a(0U);
constexpr NodeId b(1U);
constexpr NamedId log_(0U);
constexpr NamedId vote(1U);

FspecParameters parameters(int eot, int eff, int writes) {
  FspecParameters p{eot, eff, 0, {"a", "b"}, EffMode::inclusive, CrashModel::stop};
  p.disk.write = writes;
  p.disk.relations = {"vote", "log"};
  return p;
}

Fspec fspec(int eot, int eff, int writes, int crashes = 0, int restarts = 0) {
  FspecParameters p = parameters(eot, eff, writes);
  p.crashes = crashes;
  p.restarts = restarts;
  return Fspec(p);
}

std::string reread(const std::string& text, const Fspec& f) {
  try {
    return to_text(parse_fault_set(text, f, FileId(0U)), f);
  } catch (const InputError& e) {
    std::string all;
    for (const auto& d : e.diagnostics()) all += d.code + ": " + d.message + "; ";
    return all;
  }
}

/// Returns one letter for each tick from 1 to 8: x if the fault set loses a channel of a node to
/// itself.
std::string lost(const FaultSet& faults, NodeId node, NamedId relation, ChannelKind kind) {
  std::string out;
  for (int t = 1; t <= 8; ++t) {
    out += faults.loses({node, node, Time(t), kind, relation}) ? 'x' : '.';
  }
  return out;
}

TEST(FailedWrite, LosesWhatIsWrittenAndKeepsWhatIsThere) {
  const FaultSet faults({FailedWrite{a, log_, Time(3), Time(5)}});
  EXPECT_EQ(lost(faults, a, log_, ChannelKind::write), "..xxx...");
  EXPECT_EQ(lost(faults, a, log_, ChannelKind::keep), "xx...xxx");
  EXPECT_EQ(lost(faults, a, vote, ChannelKind::write), "........");
  EXPECT_EQ(lost(faults, a, vote, ChannelKind::keep), "xxxxxxxx");
  EXPECT_EQ(lost(faults, b, log_, ChannelKind::write), "........");
  EXPECT_EQ(lost(faults, a, no_relation, ChannelKind::write), "........");
  EXPECT_EQ(lost(faults, a, no_relation, ChannelKind::memory), "........");
  EXPECT_FALSE(faults.loses({a, b, Time(3)}));
  EXPECT_EQ(faults.state_of(a, Time(3)), NodeState::up);
}

TEST(FailedWrite, TellsOfItselfOneTickLater) {
  const FaultSet faults({FailedWrite{a, log_, Time(3), Time(4)}});
  std::string told;
  for (int t = 1; t <= 7; ++t) {
    told += faults.makes({FaultFact::Kind::ioerror, a, Time(t), log_}) ? 'x' : '.';
  }
  EXPECT_EQ(told, "...xx..");
  EXPECT_FALSE(faults.makes({FaultFact::Kind::ioerror, a, Time(4), vote}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::ioerror, b, Time(4), log_}));
  EXPECT_FALSE(faults.makes({FaultFact::Kind::down, a, Time(4)}));
}

TEST(FailedWrite, StandsBesideOutages) {
  const FaultSet faults(
      {FailedWrite{a, log_, Time(2), Time(2)}, Outage{a, Time(4), Time(4), Time(6)}});
  EXPECT_EQ(lost(faults, a, log_, ChannelKind::write), ".x.xx...");
  EXPECT_EQ(lost(faults, a, log_, ChannelKind::keep), "x.x..xxx");
  EXPECT_EQ(faults.faults().back().index(), Fault(FailedWrite{}).index()) << "it is written last";
}

TEST(FailedWrite, IsWrittenAsItIsRead) {
  const Fspec f = fspec(8, 6, 3, 1, 1);
  for (const char* text :
       {"W(a,log,3)", "W(a,log,3,6)", "W(a,log,1) W(a,log,3,4) W(b,vote,1)",
        "O(a,b,1) C(b,3+,5) W(a,log,1) W(a,vote,1)", "C(a,3+) W(a,log,3)", "C(a,3,5) W(a,log,5)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("W( a , \"log\" , 3 , 3 )", f), "W(a,log,3)");
  EXPECT_EQ(reread("W(b,log,1) W(a,vote,1) W(a,log,2)", f), "W(a,log,2) W(a,vote,1) W(b,log,1)");
  EXPECT_EQ(reread("W(a,log,3,4) C(a,2,5)", f), "C(a,2,5)") << "a node that is down writes nothing";
  EXPECT_EQ(reread("W(a,log,1) W(a,log,3,4) W(b,log,2) W(a,log,5) C(a,2,6)", f),
            "fault-write: writes fail again only after a tick at which they do not; ");
  EXPECT_EQ(reread("W(a,log,1) W(a,log,3) W(b,log,2) W(b,log,4) C(b,3,6)", f),
            "C(b,3,6) W(a,log,1) W(a,log,3) W(b,log,2)")
      << "what is redundant does not count";
}

TEST(FailedWrite, IsRefusedWhereTheFspecHasNone) {
  const Fspec f = fspec(8, 6, 2, 1, 1);
  EXPECT_THAT(reread("W(a,log,7)", f), HasSubstr("failed writes end with EFF (6)"));
  EXPECT_THAT(reread("W(a,log,3,7)", f), HasSubstr("failed writes end with EFF (6)"));
  EXPECT_THAT(reread("W(a,log,3,2)", f), HasSubstr("from 3 on cannot end at 2"));
  EXPECT_THAT(reread("W(c,log,3)", f), HasSubstr("c is not a node"));
  EXPECT_THAT(reread("W(a,lag,3)", f), HasSubstr("these are log, vote"));
  EXPECT_THAT(reread("W(a,log,1,2) W(a,log,2,3)", f), HasSubstr("only after a tick"));
  EXPECT_THAT(reread("W(a,log,1,2) W(a,log,3)", f), HasSubstr("only after a tick"));
  EXPECT_THAT(reread("W(a,log,2,4) C(a,3)", f), HasSubstr("writes nothing while it is down"));
  EXPECT_THAT(reread("C(a,3+) W(a,log,3,4)", f), HasSubstr("writes nothing while it is down"));
  EXPECT_THAT(reread("W(a,log,1) W(b,log,1) W(b,vote,1)", f), HasSubstr("3 failed writes, but"));
  EXPECT_THAT(reread("W(a,log,1)", Fspec({8, 6, 0, {"a"}})), HasSubstr("fault-syntax"));
  FspecParameters some = parameters(8, 6, 1);
  some.disk.nodes = {"b"};
  some.disk.relations = {"vote"};
  EXPECT_THAT(reread("W(a,vote,1)", Fspec(some)), HasSubstr("a is not among the nodes whose"));
  EXPECT_THAT(reread("W(b,log,1)", Fspec(some)), HasSubstr("these are vote"));
  EXPECT_EQ(reread("W(b,vote,1)", Fspec(some)), "W(b,vote,1)");
}

TEST(FailedWrite, EndsWithEffAsTheModeReadsIt) {
  FspecParameters p = parameters(5, 3, 1);
  const FailedWrite last{a, log_, Time(2), Time(3)};
  EXPECT_TRUE(admits(Fspec(p), last));
  p.eff_mode = EffMode::exclusive;
  EXPECT_FALSE(admits(Fspec(p), last));
  EXPECT_TRUE(within(FaultSet({last}), 3, EffMode::inclusive, 0)) << "and it is not a crash";
  EXPECT_FALSE(within(FaultSet({last}), 3, EffMode::exclusive, 0));
}

TEST(FailedWrite, MayBeWhereSomeSetHasIt) {
  FspecParameters p = parameters(6, 3, 1);
  p.disk.nodes = {"b"};
  Fspec f(p);
  EXPECT_FALSE(f.may_fail(a, log_, Time(1)));
  EXPECT_TRUE(f.may_fail(b, log_, Time(3)));
  EXPECT_FALSE(f.may_fail(b, log_, Time(4)));
  EXPECT_FALSE(f.may_fail(b, no_relation, Time(1)));
  EXPECT_TRUE(f.may_report(b, vote, Time(4)));
  EXPECT_FALSE(f.may_report(b, vote, Time(1)));
  EXPECT_TRUE(f.may_lose({b, b, Time(3), ChannelKind::write, vote}));
  EXPECT_FALSE(f.may_lose({a, a, Time(3), ChannelKind::write, vote}));
  p.disk.silent = true;
  EXPECT_FALSE(Fspec(p).may_report(b, vote, Time(4)));
  EXPECT_TRUE(Fspec(p).may_fail(b, vote, Time(3)));
}

TEST(FailedWrite, IsToldInWords) {
  FspecParameters p = parameters(9, 7, 1);
  p.nodes = {"a", "two words"};
  const Fspec f(p);
  const FailedWrite once{a, log_, Time(3), Time(3)};
  const FailedWrite longer{b, vote, Time(3), Time(5)};
  EXPECT_EQ(in_words(once, f), "writes of log at a fail at 3");
  EXPECT_EQ(in_words(longer, f), "writes of vote at \"two words\" fail at 3…5");
  EXPECT_EQ(as_cause(once, f), "writes of log at a failed at 3");
  EXPECT_EQ(as_cause(longer, f), "writes of vote at \"two words\" failed at 3…5");
}

TEST(FailedWrite, ScheduleSaysWhatTheFaultSetSays) {
  const Fspec f = fspec(6, 5, 2, 1, 1);
  const FaultSampler sets(f, 7);
  FaultSchedule schedule(2);
  std::size_t writes = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const FaultSet faults = sets.draw(i);
    ASSERT_TRUE(f.admits(faults)) << to_text(faults, f);
    EXPECT_EQ(reread(to_text(faults, f), f), to_text(faults, f));
    writes += faults.all<FailedWrite>().size();
    schedule.start(faults);
    for (int t = 1; t <= 6; ++t) {
      schedule.at(t);
      std::set<std::pair<NodeId, NamedId>> failed;
      for (const NodeId n : {a, b}) {
        for (const NamedId r : {log_, vote}) {
          EXPECT_EQ(schedule.writes(n.raw(), r),
                    !faults.loses({n, n, Time(t), ChannelKind::write, r}));
          EXPECT_EQ(schedule.writes(n.raw(), r),
                    faults.loses({n, n, Time(t), ChannelKind::keep, r}));
          if (faults.makes({FaultFact::Kind::ioerror, n, Time(t), r})) failed.emplace(n, r);
        }
      }
      std::set<std::pair<NodeId, NamedId>> told;
      for (const FaultFact& fact : schedule.facts()) {
        if (fact.kind == FaultFact::Kind::ioerror) told.emplace(fact.node, fact.relation);
      }
      EXPECT_EQ(told, failed);
    }
  }
  EXPECT_GT(writes, 200U);
}

/// Counts the sets of (node, relation, tick) at which writes may fail. The node must be up at the
/// tick, and the number of unbroken intervals must be within the limit.
std::size_t counted_by_ticks(const Fspec& f, const FaultSet& outages) {
  std::vector<FailedWrite> cells;
  for (std::uint32_t n = 0; n < f.node_count(); ++n) {
    for (std::uint32_t r = 0; r < f.stored().size(); ++r) {
      for (int t = 1; t <= f.last_omission(); ++t) {
        cells.push_back({NodeId(n), NamedId(r), Time(t), Time(t)});
      }
    }
  }
  std::size_t out = 0;
  for (std::uint64_t bits = 0; bits < (std::uint64_t{1} << cells.size()); ++bits) {
    int runs = 0;
    bool possible = true;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      if ((bits >> i & 1U) == 0) continue;
      possible = possible && outages.state_of(cells[i].node, cells[i].at) == NodeState::up;
      const bool goes_on = i > 0 && (bits >> (i - 1) & 1U) != 0 && cells[i].at > Time(1);
      runs += goes_on ? 0 : 1;
    }
    out += possible && runs <= f.disk().write ? 1U : 0U;
  }
  return out;
}

TEST(FailedWrite, EnumerationHasEachSetOnce) {
  for (int writes = 1; writes <= 3; ++writes) {
    for (const int outages : {0, 1}) {
      const Fspec f = fspec(4, 2, writes, outages, outages);
      const std::vector<FaultSet> all = test::enumerated(f);
      for (const FaultSet& faults : all) EXPECT_TRUE(f.admits(faults)) << to_text(faults, f);
      EXPECT_EQ(std::set<FaultSet>(all.begin(), all.end()).size(), all.size());
      EXPECT_EQ(f.distinct_fault_sets(), all.size());
      std::size_t expected = 0;
      const Fspec without = fspec(4, 2, 0, outages, outages);
      for (const FaultSet& one : test::enumerated(without)) expected += counted_by_ticks(f, one);
      EXPECT_EQ(all.size(), expected) << writes << " writes, " << outages << " outages";
    }
  }
}

TEST(FailedWrite, FspecsRefuseWhatCannotBe) {
  FspecParameters p = parameters(4, 2, 1);
  EXPECT_EQ(test::problem_of(p), "");
  p.crash_model = CrashModel::halt;
  EXPECT_THAT(
      test::problem_of(p),
      HasSubstr("fspec-disk: with crash_model halt no write fails: write crash_model stop"));
  p = parameters(4, 2, 1);
  p.disk.relations.clear();
  EXPECT_THAT(test::problem_of(p),
              HasSubstr("no relation of the program is stable, so no write can fail"));
  p = parameters(4, 2, 1);
  p.disk.nodes = {"c"};
  EXPECT_THAT(test::problem_of(p), HasSubstr("c has a disk, but is not a node"));
  p = parameters(4, 2, 0);
  EXPECT_EQ(Fspec(p).parameters().disk, DiskFaults())
      << "where nothing fails, nothing is said of it";
}

}  // namespace
}  // namespace ldfi::failed_write_test
