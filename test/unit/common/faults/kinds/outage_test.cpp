// Tests all functions of the fault Outage, with and without a restart.
#include "common/faults/kinds/outage.hpp"

#include <gmock/gmock.h>

#include <set>

#include "common/base/errors.hpp"
#include "common/faults/fault_sampler.hpp"
#include "common/faults/fault_schedule.hpp"
#include "test/support/enumerated.hpp"
#include "test/support/fspec_problem.hpp"
#include "test/support/reread.hpp"

namespace ldfi::outage_test {
namespace {

using test::reread;
using ::testing::HasSubstr;

constexpr NodeId a(0U);
constexpr NodeId b(1U);

Fspec fspec(int eot, int eff, int crashes, int restarts, std::vector<std::string> crashable = {},
            std::vector<std::string> nodes = {"a", "b"}) {
  return Fspec({eot, eff, crashes, std::move(nodes), EffMode::inclusive, CrashModel::stop, restarts,
                std::move(crashable)});
}

/// Returns one letter for each tick from 1 to 8: x if the fault set loses a channel.
std::string lost(const FaultSet& faults, NodeId from, NodeId to, ChannelKind kind) {
  std::string out;
  for (int t = 1; t <= 8; ++t) out += faults.loses({from, to, Time(t), kind}) ? 'x' : '.';
  return out;
}

TEST(Outage, LosesWhatGoesOutComesInAndIsRemembered) {
  const FaultSet before({Outage{a, Time(3), Time(3), Time(6)}});
  EXPECT_EQ(lost(before, a, b, ChannelKind::message), "..xxx...");
  EXPECT_EQ(lost(before, b, a, ChannelKind::message), ".xxx....");
  EXPECT_EQ(lost(before, a, a, ChannelKind::memory), ".xxxx...");
  EXPECT_EQ(lost(before, a, a, ChannelKind::write), "..xxx...");
  EXPECT_EQ(lost(before, a, a, ChannelKind::keep), "xx...xxx");
  EXPECT_EQ(lost(before, b, b, ChannelKind::memory), "........");
  const FaultSet after({Outage{a, Time(3), Time(4), Time(6)}});
  EXPECT_EQ(lost(after, a, b, ChannelKind::message), "..xxx...");
  EXPECT_EQ(lost(after, b, a, ChannelKind::message), "..xx....");
  EXPECT_EQ(lost(after, a, a, ChannelKind::memory), "..xxx...");
  EXPECT_EQ(lost(after, a, a, ChannelKind::write), "...xx...");
  EXPECT_EQ(lost(after, a, a, ChannelKind::keep), "xxx..xxx");
  const FaultSet gone({Outage{a, Time(7), Time(7)}});
  EXPECT_EQ(lost(gone, a, b, ChannelKind::message), "......xx");
  EXPECT_EQ(lost(gone, a, a, ChannelKind::keep), "xxxxxx..");
}

TEST(Outage, IsWrittenAsItIsRead) {
  const Fspec f = fspec(8, 6, 1, 2);
  for (const char* text : {"C(a,3)", "C(a,3+)", "C(a,3,6)", "C(a,3+,7)", "C(a,1,2) C(a,3) C(b,1,7)",
                           "O(a,b,1) C(b,3+,5)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_EQ(reread("C( a , 3 + , 7 )", f), "C(a,3+,7)");
  EXPECT_EQ(reread("O(a,b,2) O(b,a,2) C(b,3)", f), "O(b,a,2) C(b,3)") << "it is lost anyway";
  EXPECT_EQ(reread("O(a,b,3) O(b,a,3) C(b,3+)", f), "C(b,3+)");
}

/// Returns an Fspec with at most two restarts: only of these nodes, and after `least` to `most`
/// ticks. Node a may also crash without a restart.
Fspec choosing(FaultLimits::Names restartable, int least, std::optional<int> most) {
  FspecParameters p = fspec(8, 6, 1, 2, {"a"}, {"a", "b", "c"}).parameters();
  p.limits.restartable = std::move(restartable);
  p.limits.least_down = least;
  p.limits.most_down = most;
  return Fspec(p);
}

TEST(Outage, RestartsWhereAndWhenTheFspecSays) {
  const Fspec f = choosing({"b", "c"}, 2, 3);
  for (const char* text : {"C(a,3)", "C(b,3,5)", "C(b,3,6)", "C(c,3+,6)", "C(c,1+,5)"}) {
    EXPECT_EQ(reread(text, f), text);
  }
  EXPECT_THAT(reread("C(a,3,5)", f), HasSubstr("a is not among the nodes that may restart"));
  EXPECT_THAT(reread("C(b,3)", f), HasSubstr("b is not among the nodes that may crash"));
  EXPECT_THAT(reread("C(b,3,4)", f),
              HasSubstr("b is down for 1 tick, but it restarts after 2 to 3 ticks"));
  EXPECT_THAT(reread("C(b,1,5)", f), HasSubstr("b is down for 4 ticks, but"));
  EXPECT_EQ(reread("C(a,1,5)", choosing({}, 4, {})), "C(a,1,5)");
  EXPECT_THAT(reread("C(a,1,4)", choosing({}, 4, {})),
              HasSubstr("it restarts after at least 4 ticks"));
  EXPECT_THAT(reread("C(a,1,4)", choosing({}, 4, 4)), HasSubstr("it restarts after 4 ticks"));
}

TEST(Outage, MayBeWhereTheChosenRestartsHaveIt) {
  const Fspec f = choosing({"b"}, 3, {});
  EXPECT_TRUE(f.may_be_down(a, Time(8)));
  EXPECT_TRUE(f.may_be_down(b, Time(6)));
  EXPECT_FALSE(f.may_be_down(b, Time(7)));
  EXPECT_FALSE(f.may_be_down(NodeId(2U), Time(1)));
  EXPECT_FALSE(f.may_restart(a, Time(5)));
  EXPECT_FALSE(f.may_restart(b, Time(3)));
  EXPECT_TRUE(f.may_restart(b, Time(4)));
  EXPECT_TRUE(f.may_restart(b, Time(7)));
  const Fspec too_long = choosing({"b"}, 7, {});
  EXPECT_FALSE(too_long.may_be_down(b, Time(1))) << "nobody restarts by EFF";
  EXPECT_FALSE(too_long.may_restart(b, Time(7)));
}

TEST(Outage, ChoiceOfRestartsIsToldInWords) {
  EXPECT_EQ(limits_in_words(choosing({}, 1, {}).parameters()), ", 2 restarts, only of a");
  EXPECT_THAT(limits_in_words(choosing({"c", "b"}, 1, {}).parameters()),
              HasSubstr(", 2 restarts, crashes only of a, restarts only of b c"));
  EXPECT_THAT(limits_in_words(choosing({"b"}, 2, 5).parameters()),
              HasSubstr(", restarts only of b, after 2 to 5 ticks"));
  EXPECT_THAT(limits_in_words(choosing({}, 1, 1).parameters()),
              HasSubstr(", restarts after 1 tick"));
  EXPECT_THAT(limits_in_words(choosing({}, 2, {}).parameters()),
              HasSubstr(", restarts after at least 2 ticks"));
  EXPECT_THAT(
      limits_in_words(choosing({}, 7, {}).parameters()),
      HasSubstr(", 2 restarts (none ends by EFF + 1), only of a, restarts after at least 7"));
}

TEST(Outage, ChoiceOfRestartsIsRefusedWhereItMeansNothing) {
  FspecParameters p = choosing({"b"}, 1, {}).parameters();
  EXPECT_EQ(test::problem_of(p), "");
  p.limits.restartable = {"x"};
  EXPECT_THAT(test::problem_of(p), HasSubstr("fspec-restarts: x may restart"));
  p.limits.restartable = {"b"};
  p.restarts = 0;
  EXPECT_THAT(test::problem_of(p),
              HasSubstr("fspec-restarts: there are rules about restarts, but"));
  p.restarts = 1;
  p.limits.least_down = 0;
  EXPECT_THAT(test::problem_of(p), HasSubstr("fspec-restarts: a node is down for 0"));
  p.limits.least_down = 3;
  p.limits.most_down = 2;
  EXPECT_THAT(test::problem_of(p), HasSubstr("fspec-restarts: a node is down for 3 to 2"));
}

TEST(Outage, IsRefusedWhereTheFspecHasNone) {
  const Fspec f = fspec(8, 6, 1, 1, {"a"});
  EXPECT_THAT(reread("C(a,3,8)", f), HasSubstr("restarts end with EFF (6)"));
  EXPECT_THAT(reread("C(a,3,3)", f), HasSubstr("is down from 3 on and cannot restart at 3"));
  EXPECT_THAT(reread("C(a,3+,4)", f), HasSubstr("is down from 4 on"));
  EXPECT_THAT(reread("C(b,3)", f), HasSubstr("b is not among the nodes that may crash"));
  EXPECT_THAT(reread("C(a,1,3) C(a,3,5)", f), HasSubstr("only after it has run for a tick"));
  EXPECT_THAT(reread("C(a,1) C(a,3,5)", f), HasSubstr("only after it has run for a tick"));
  EXPECT_THAT(reread("C(a,1,2) C(a,4,5)", f),
              HasSubstr("2 crashes end in a restart, but the Fspec admits 1"));
  EXPECT_THAT(reread("C(a,9)", f), HasSubstr("time 9 must be between 1 and 8"));
  const Fspec silent({8, 6, 1, {"a", "b"}});
  EXPECT_THAT(reread("C(a,3,5)", silent), HasSubstr("this form of a crash needs restarts"));
  EXPECT_THAT(reread("C(a,3+)", silent), HasSubstr("this form of a crash needs restarts"));
}

TEST(Outage, IsAdmittedUpToEff) {
  const Fspec f = fspec(8, 6, 1, 1, {"a"});
  const auto admitted = [&](Outage outage) { return admits(f, Fault(outage)); };
  EXPECT_TRUE(admitted({a, Time(6), Time(6), Time(7)}));
  EXPECT_FALSE(admitted({a, Time(6), Time(6), Time(8)}));
  EXPECT_FALSE(admitted({a, Time(7), Time(7), Time(8)}));
  EXPECT_TRUE(admitted({a, Time(8), Time(9)}));
  EXPECT_FALSE(admitted({b, Time(3), Time(3)}));
  EXPECT_FALSE(admits(f, Fault(Crash{a, Time(3)})));
}

TEST(Outage, ScheduleSaysWhatTheFaultSetSays) {
  const Fspec f = fspec(6, 5, 1, 2);
  const FaultSampler sets(f, 11);
  FaultSchedule schedule(2);
  for (std::uint64_t i = 0; i < 400; ++i) {
    const FaultSet faults = sets.draw(i);
    ASSERT_TRUE(f.admits(faults)) << to_text(faults, f);
    EXPECT_EQ(reread(to_text(faults, f), f), to_text(faults, f));
    schedule.start(faults);
    for (int t = 1; t <= 6; ++t) {
      schedule.at(t);
      std::set<NodeId> restarts;
      for (const NodeId n : {a, b}) {
        const NodeId other = n == a ? b : a;
        const auto loses = [&](NodeId to, ChannelKind kind) {
          return faults.loses({n, to, Time(t), kind});
        };
        EXPECT_EQ(schedule.loses(n.raw(), other.raw()), loses(other, ChannelKind::message));
        EXPECT_EQ(schedule.remembers(n.raw()), !loses(n, ChannelKind::memory));
        EXPECT_EQ(schedule.down(n.raw()), loses(n, ChannelKind::write));
        EXPECT_EQ(schedule.down(n.raw()), !loses(n, ChannelKind::keep));
        if (faults.makes({FaultFact::Kind::restart, n, Time(t)})) restarts.insert(n);
        const auto outages = faults.all<Outage>();
        const bool quiet = std::any_of(outages.begin(), outages.end(), [&](const Outage& o) {
          return o.node == n && (o.is_down(Time(t)) || (o.after() && o.at == Time(t)));
        });
        EXPECT_EQ(schedule.quiet(n.raw()), quiet);
        EXPECT_EQ(faults.makes({FaultFact::Kind::quiet, n, Time(t)}), quiet);
      }
      std::set<NodeId> told;
      for (const FaultFact& fact : schedule.facts()) {
        if (fact.kind == FaultFact::Kind::restart) told.insert(fact.node);
      }
      EXPECT_EQ(told, restarts);
    }
  }
}

TEST(Outage, IsToldInWords) {
  const Fspec f({9, 7, 1, {"a", "two words"}, EffMode::inclusive, CrashModel::stop, 1});
  const Outage gone{a, Time(3), Time(3)};
  const Outage mute{a, Time(3), Time(4)};
  const Outage back{b, Time(3), Time(3), Time(6)};
  const Outage late{b, Time(3), Time(4), Time(6)};
  EXPECT_EQ(in_words(gone, f), "a crashes at 3");
  EXPECT_EQ(in_words(mute, f), "a crashes at 3 before it sends");
  EXPECT_EQ(in_words(back, f), "\"two words\" crashes at 3, restarts at 6");
  EXPECT_EQ(in_words(late, f), "\"two words\" crashes at 3 before it sends, restarts at 6");
  EXPECT_EQ(as_cause(gone, f), "a crashed at 3");
  EXPECT_EQ(as_cause(mute, f), "a crashed at 3 before it sent");
  EXPECT_EQ(as_cause(back, f), "\"two words\" crashed at 3, restarted at 6");
  EXPECT_EQ(as_cause(late, f), "\"two words\" crashed at 3 before it sent, restarted at 6");
}

// The count comes from a formula, and the enumeration lists all fault sets. Both decide in the same
// way which single outages are admissible, but share nothing else.
TEST(Outage, CountEqualsEnumeration) {
  for (int eot = 1; eot <= 4; ++eot) {
    for (int eff = 0; eff < eot; ++eff) {
      for (int crashes = 0; crashes <= 2; ++crashes) {
        for (int restarts = 0; restarts <= 2; ++restarts) {
          for (const auto& who : {std::vector<std::string>{}, {"b"}}) {
            const Fspec f = fspec(eot, eff, crashes, restarts, who);
            const std::vector<FaultSet> all = test::enumerated(f);
            for (const FaultSet& faults : all) EXPECT_TRUE(f.admits(faults));
            EXPECT_EQ(std::set<FaultSet>(all.begin(), all.end()).size(), all.size());
            EXPECT_EQ(f.distinct_fault_sets(), all.size())
                << eot << "," << eff << "," << crashes << "," << restarts << "," << who.size();
          }
        }
      }
    }
  }
}

TEST(Outage, OtherModelsCountWhoMayCrash) {
  for (const auto model : {CrashModel::silent, CrashModel::halt}) {
    const Fspec f({3, 2, 2, {"a", "b", "c"}, EffMode::inclusive, model, 0, {"b"}});
    EXPECT_EQ(f.distinct_fault_sets(), test::enumerated(f).size());
  }
}

TEST(Outage, MayBeWhereSomeSetHasIt) {
  const Fspec f = fspec(6, 3, 0, 1, {"a"});
  EXPECT_FALSE(f.may_be_down(b, Time(2)));
  EXPECT_TRUE(f.may_be_down(a, Time(3)));
  EXPECT_FALSE(f.may_be_down(a, Time(4)));
  EXPECT_TRUE(f.may_restart(a, Time(4)));
  EXPECT_FALSE(f.may_restart(a, Time(5)));
  EXPECT_FALSE(f.may_restart(a, Time(1)));
  EXPECT_FALSE(f.may_lose({a, a, Time(4), ChannelKind::memory}));
  EXPECT_TRUE(fspec(6, 3, 1, 0).may_be_down(b, Time(6)));
}

TEST(Outage, FspecsRefuseRestartsWithoutStopAndUnknownNodes) {
  const auto problem = [](FspecParameters p) -> std::string {
    try {
      const Fspec f(std::move(p));
      return "";
    } catch (const InputError& e) {
      return e.diagnostics().front().message;
    }
  };
  FspecParameters p{4, 2, 0, {"abc", "b"}};
  p.restarts = 1;
  EXPECT_THAT(problem(p), HasSubstr("with crash_model silent no node restarts"));
  p.restarts = 0;
  p.crashable = {"abd"};
  EXPECT_THAT(problem(p), HasSubstr("abd may crash, but is not a node"));
}

}  // namespace
}  // namespace ldfi::outage_test
