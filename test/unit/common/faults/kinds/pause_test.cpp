// Tests all functions of the fault Pause.
#include "common/faults/kinds/pause.hpp"

#include <gmock/gmock.h>

#include <set>

#include "common/base/errors.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/fspec_problem.hpp"
#include "test/support/reread.hpp"

namespace ldfi::pause_test {
namespace {

using test::reread;
using ::testing::HasSubstr;

constexpr NodeId a(0U);
constexpr NodeId b(1U);
constexpr NamedId log_(0U);

FspecParameters parameters(int eot, int eff, int pauses) {
  FspecParameters p{eot, eff, 0, {"a", "b"}, EffMode::inclusive, CrashModel::stop};
  p.limits.most.of<Pause>() = pauses;
  return p;
}

Fspec fspec(int eot, int eff, int pauses, int crashes = 0, int restarts = 0, int writes = 0) {
  FspecParameters p = parameters(eot, eff, pauses);
  p.crashes = crashes;
  p.restarts = restarts;
  p.disk.write = writes;
  if (writes > 0) p.disk.relations = {"log"};
  return Fspec(p);
}

/// Returns one letter for each tick from 1 to 8: x if the fault set loses the channel.
std::string lost(const FaultSet& faults, NodeId from, NodeId to, ChannelKind kind) {
  std::string out;
  for (int t = 1; t <= 8; ++t) {
    out += faults.loses({from, to, Time(t), kind}) ? 'x' : '.';
  }
  return out;
}

TEST(Pause, StopsWhatTheNodeDoesAndTakesNothing) {
  const FaultSet faults({Pause{a, Time(3), Time(6)}});
  EXPECT_EQ(lost(faults, a, b, ChannelKind::message), "..xxx...");
  EXPECT_EQ(lost(faults, b, a, ChannelKind::message), "........") << "what arrives waits";
  EXPECT_EQ(lost(faults, a, a, ChannelKind::memory), "..xxx...");
  EXPECT_EQ(lost(faults, a, a, ChannelKind::stay), "........");
  EXPECT_EQ(lost(faults, a, a, ChannelKind::copy), "........");
  EXPECT_EQ(lost(faults, a, a, ChannelKind::write), "..xxx...");
  EXPECT_EQ(lost(faults, a, a, ChannelKind::keep), "xx...xxx");
  EXPECT_EQ(lost(faults, b, b, ChannelKind::memory), "........");
}

TEST(Pause, IsAStateOfItsOwn) {
  const FaultSet faults({Pause{a, Time(3), Time(5)}});
  std::string paused;
  std::string down;
  std::string quiet;
  for (int t = 1; t <= 6; ++t) {
    paused += faults.makes({FaultFact::Kind::paused, a, Time(t)}) ? 'x' : '.';
    down += faults.makes({FaultFact::Kind::down, a, Time(t)}) ? 'x' : '.';
    quiet += faults.makes({FaultFact::Kind::quiet, a, Time(t)}) ? 'x' : '.';
  }
  EXPECT_EQ(paused, "..xx..");
  EXPECT_EQ(down, "......");
  EXPECT_EQ(quiet, "..xx..");
  EXPECT_FALSE(faults.makes({FaultFact::Kind::paused, b, Time(3)}));
  EXPECT_EQ(faults.state_of(a, Time(4)), NodeState::paused);
  EXPECT_EQ(faults.state_of(a, Time(5)), NodeState::up);
}

TEST(Pause, IsWrittenAsItIsRead) {
  const Fspec f = fspec(9, 7, 3, 1, 1, 2);
  for (const char* text : {"S(a,3,4)", "S(a,3,8)", "S(a,1,2) S(a,3,4) S(b,1,8)",
                           "C(a,3,5) S(a,6,8)", "C(a,5,6) S(a,3,4)", "C(a,4+) S(a,1,4)",
                           "S(a,3,5) W(a,log,5)", "O(a,b,1) C(b,7) S(a,3,5) W(a,log,1)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("S( b , 1 , 2 )S(a,3,4)", f), "S(a,3,4) S(b,1,2)");
  EXPECT_EQ(reread("O(a,b,3) O(a,b,5) O(b,a,3) S(a,3,5)", f), "O(a,b,5) O(b,a,3) S(a,3,5)");
  EXPECT_EQ(reread("S(a,2,5) W(a,log,3,4)", f), "S(a,2,5)") << "a paused node writes nothing";
  EXPECT_EQ(reread("S(a,2,5) S(a,2,5)", fspec(9, 7, 1)), "S(a,2,5)") << "is one";
}

TEST(Pause, IsRefusedWhereTheFspecHasNone) {
  const Fspec f = fspec(9, 7, 2, 1, 1, 1);
  EXPECT_THAT(reread("S(a,8,9)", f), HasSubstr("pauses end with EFF (7)"));
  EXPECT_THAT(reread("S(a,3,9)", f), HasSubstr("pauses end with EFF (7)"));
  EXPECT_THAT(reread("S(a,3,3)", f), HasSubstr("paused from 3 on and cannot resume at 3"));
  EXPECT_THAT(reread("S(c,3,4)", f), HasSubstr("c is not a node"));
  EXPECT_THAT(reread("S(a,3)", f), HasSubstr("fault-syntax"));
  EXPECT_THAT(reread("S(a,1,3) S(a,3,4)", f), HasSubstr("only after it has run for a tick"));
  EXPECT_THAT(reread("S(a,1,5) S(a,2,3)", f), HasSubstr("only after it has run for a tick"));
  EXPECT_THAT(reread("C(a,3,5) S(a,5,6)", f), HasSubstr("it runs for a tick"));
  EXPECT_THAT(reread("C(a,3) S(a,2,3)", f), HasSubstr("it runs for a tick"));
  EXPECT_THAT(reread("C(a,3+) S(a,3,4)", f), HasSubstr("it runs for a tick"));
  EXPECT_THAT(reread("S(a,3,5) W(a,log,4,6)", f), HasSubstr("nothing while it is paused"));
  EXPECT_THAT(reread("S(a,1,2) S(b,1,2) S(a,3,4)", f), HasSubstr("fault-pauses: 3 pauses, but"));
  EXPECT_THAT(reread("S(a,1,2)", fspec(9, 7, 0)), HasSubstr("fault-syntax"));
  EXPECT_THAT(reread("S(a,1,2)", fspec(9, 0, 1)), HasSubstr("EFF is 0, so no node can be paused"));
  FspecParameters some = parameters(8, 6, 1);
  some.limits.pausable = {"b"};
  EXPECT_THAT(reread("S(a,1,2)", Fspec(some)), HasSubstr("a is not among the nodes that may be"));
  EXPECT_EQ(reread("S(b,1,2)", Fspec(some)), "S(b,1,2)");
}

TEST(Pause, NeedsNodesAndTheModelThatStops) {
  FspecParameters p = parameters(8, 6, 1);
  EXPECT_EQ(test::problem_of(p), "");
  p.limits.pausable = {"x"};
  EXPECT_THAT(test::problem_of(p), HasSubstr("fspec-pauses: x may be paused, but is not a node"));
  p = parameters(8, 6, 0);
  p.limits.pausable = {"a"};
  EXPECT_THAT(test::problem_of(p),
              HasSubstr("fspec-pauses: there are nodes to pause, but no pauses"));
  p = parameters(8, 6, -1);
  EXPECT_THAT(test::problem_of(p), HasSubstr("fspec-pauses: -1 pauses"));
  p = parameters(8, 6, 1);
  p.crash_model = CrashModel::halt;
  EXPECT_THAT(test::problem_of(p), HasSubstr("with crash_model halt no node is paused"));
}

TEST(Pause, EndsWithEffAsTheModeReadsIt) {
  FspecParameters p = parameters(5, 3, 1);
  const Pause last{a, Time(2), Time(4)};
  EXPECT_TRUE(admits(Fspec(p), last));
  p.eff_mode = EffMode::exclusive;
  EXPECT_FALSE(admits(Fspec(p), last));
  EXPECT_TRUE(within(FaultSet({last}), 3, EffMode::inclusive, 0)) << "and it is not a crash";
  EXPECT_FALSE(within(FaultSet({last}), 3, EffMode::exclusive, 0));
}

TEST(Pause, MayBeWhereSomeSetHasIt) {
  FspecParameters p = parameters(6, 3, 1);
  p.limits.pausable = {"b"};
  p.limits.omissions = 0;
  const Fspec f(p);
  EXPECT_FALSE(f.may_pause(a, Time(1)));
  EXPECT_TRUE(f.may_pause(b, Time(3)));
  EXPECT_FALSE(f.may_pause(b, Time(4)));
  EXPECT_TRUE(f.may_be_quiet(b, Time(3)));
  EXPECT_FALSE(f.may_be_down_or_crashed(b, Time(3)));
  for (const ChannelKind kind :
       {ChannelKind::message, ChannelKind::memory, ChannelKind::write, ChannelKind::keep}) {
    EXPECT_TRUE(f.may_lose({b, b, Time(3), kind}));
    EXPECT_FALSE(f.may_lose({b, b, Time(4), kind}));
    EXPECT_FALSE(f.may_lose({a, a, Time(3), kind}));
  }
  EXPECT_FALSE(f.may_lose({b, b, Time(3), ChannelKind::stay}));
}

TEST(Pause, IsToldInWords) {
  FspecParameters p = parameters(9, 7, 1);
  p.nodes = {"a", "two words"};
  const Fspec f(p);
  EXPECT_EQ(in_words(Pause{a, Time(3), Time(4)}, f), "a is paused at 3");
  EXPECT_EQ(in_words(Pause{b, Time(3), Time(6)}, f), "\"two words\" is paused from 3 to 5");
  EXPECT_EQ(as_cause(Pause{a, Time(3), Time(6)}, f), "a was paused from 3 to 5");
}

TEST(Pause, ScheduleSaysWhatTheFaultSetSays) {
  const Fspec f = fspec(6, 5, 2, 1, 1, 1);
  const FaultSampler sets(f, 7);
  FaultSchedule schedule(2);
  std::size_t pauses = 0;
  for (std::uint64_t i = 0; i < 400; ++i) {
    const FaultSet faults = sets.draw(i);
    ASSERT_TRUE(f.admits(faults)) << to_text(faults, f);
    EXPECT_EQ(reread(to_text(faults, f), f), to_text(faults, f));
    pauses += faults.all<Pause>().size();
    schedule.start(faults);
    for (int t = 1; t <= 6; ++t) {
      schedule.at(t);
      for (const NodeId n : {a, b}) {
        const auto kept = [&](ChannelKind kind) { return !faults.loses({n, n, Time(t), kind}); };
        EXPECT_EQ(schedule.remembers(n.raw()), kept(ChannelKind::memory));
        EXPECT_EQ(schedule.stays(n.raw()), kept(ChannelKind::stay));
        EXPECT_EQ(schedule.writes(n.raw(), no_relation), kept(ChannelKind::write));
        EXPECT_EQ(schedule.writes(n.raw(), no_relation), !kept(ChannelKind::keep));
        EXPECT_EQ(schedule.paused(n.raw()), faults.makes({FaultFact::Kind::paused, n, Time(t)}));
        EXPECT_EQ(schedule.down(n.raw()), faults.makes({FaultFact::Kind::down, n, Time(t)}));
        EXPECT_EQ(schedule.quiet(n.raw()), faults.makes({FaultFact::Kind::quiet, n, Time(t)}));
        const NodeId other = n == a ? b : a;
        EXPECT_EQ(schedule.loses(n.raw(), other.raw()), faults.loses({n, other, Time(t)}));
      }
    }
  }
  EXPECT_GT(pauses, 200U);
}

/// Counts the sets of pauses that the limits allow, as words with one letter for each node and
/// tick.
std::size_t counted_by_words(const Fspec& f) {
  // In a word, r stands for a tick at which the node runs, and p for a tick at which it is paused.
  // Two pauses are never adjacent, so each unbroken sequence of p is one pause.
  const int last = f.last_omission();
  const auto ticks = static_cast<std::size_t>(last) * f.node_count();
  std::size_t out = 0;
  for (std::uint64_t bits = 0; bits < std::uint64_t{1} << ticks; ++bits) {
    int pauses = 0;
    for (std::size_t i = 0; i < ticks; ++i) {
      const bool first = i % static_cast<std::size_t>(last) == 0;
      const bool before = !first && (bits >> (i - 1) & 1U) != 0;
      pauses += (bits >> i & 1U) != 0 && !before ? 1 : 0;
    }
    out += pauses <= f.limits().most.of<Pause>() ? 1U : 0U;
  }
  return out;
}

TEST(Pause, EnumerationHasEachSetOnce) {
  for (int pauses = 1; pauses <= 3; ++pauses) {
    FspecParameters p = parameters(5, 4, pauses);
    p.limits.omissions = 0;
    EXPECT_EQ(test::enumerated(Fspec(p)).size(), counted_by_words(Fspec(p))) << pauses;
    for (const int outages : {0, 1}) {
      const Fspec f = fspec(4, 2, pauses, outages, outages, 1);
      const std::vector<FaultSet> all = test::enumerated(f);
      for (const FaultSet& faults : all) EXPECT_TRUE(f.admits(faults)) << to_text(faults, f);
      EXPECT_EQ(std::set<FaultSet>(all.begin(), all.end()).size(), all.size());
      EXPECT_EQ(f.distinct_fault_sets(), all.size()) << pauses << " pauses, " << outages;
    }
  }
}

}  // namespace
}  // namespace ldfi::pause_test
