#include "common/failures/coverage.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>

namespace ldfi::failures {
namespace {

using ::testing::ElementsAre;

FailureId id(const std::string& site) {
  FailureId out;
  out.site = site;
  out.roles = {"a", "b"};
  return out;
}

Met met(const std::string& site, std::uint32_t place) {
  return {id(site), place};
}

std::vector<std::string> lines(const Coverage& all) {
  std::vector<std::string> out;
  for (const CoveredId& one : all.ids()) {
    out.push_back(one.id.site + " " + std::to_string(one.exercised) + " " +
                  std::to_string(one.offered) + " " + std::to_string(one.place) + " " +
                  std::to_string(one.witness));
  }
  return out;
}

TEST(Coverage, CountsExecutionsOfAnId) {
  Coverage all;
  all.add({7, 0, 0, {}, {met("m", 1), met("n", 1)}});
  all.add({8, 1, 0, {met("m", 1)}, {met("n", 2), met("o", 2)}});
  all.add({9, 3, 1, {met("n", 1), met("o", 2)}, {met("o", 2)}});
  EXPECT_THAT(lines(all), ElementsAre("m 1 1 1 7", "n 1 2 1 7", "o 1 1 2 8"));
  EXPECT_EQ(all.faults(), 4U);
  EXPECT_EQ(all.idle(), 1U);
}

TEST(Coverage, ThePairsAddUp) {
  Coverage all;
  all.add({1, 0, 0, {}, {met("m", 1), met("n", 1), met("o", 1), met("p", 1)}});
  all.add({2, 1, 0, {met("m", 1)}, {met("n", 2), met("o", 2)}});
  all.add({3, 2, 0, {met("m", 1), met("n", 1)}, {}});
  const Pairs pairs = all.pairs();
  EXPECT_EQ(pairs.all, 6U);
  EXPECT_EQ(pairs.exercised, 1U);  // m with n; the earlier offer does not count again
  EXPECT_EQ(pairs.offered, 1U);    // m with o
  EXPECT_EQ(pairs.never_met, 4U);
  EXPECT_EQ(Coverage().pairs().all, 0U);
}

// a sends to b at each tick, and b writes at tick 2.
class CoveredBy : public ::testing::Test {
 protected:
  CoveredBy() : fspec_({6, 5, 1, {"a", "b"}, EffMode::inclusive, CrashModel::silent}) {}

  CoveredRun covered(const std::string& text) {
    const FaultSet faults = parse_fault_set(text, fspec_, FileId(0));
    return covered_by(4, faults, [&](const FaultSet& some) -> const FailurePoints& {
      std::vector<IoEvent> events;
      for (int t = 1; t < 4; ++t) {
        const Channel channel{NodeId(0), NodeId(1), Time(t)};
        events.push_back(
            {Time(t), IoEvent::Kind::send, "m", NodeId(0), NodeId(1), some.loses(channel)});
      }
      return points_.try_emplace(some, fspec_, some, events).first->second;
    });
  }
  static std::vector<std::string> texts(const std::vector<Met>& all) {
    std::vector<std::string> out;
    for (const Met& one : all) out.push_back(to_text(one.id) + " " + std::to_string(one.place));
    return out;
  }

  Fspec fspec_;
  std::map<FaultSet, FailurePoints> points_;
};

TEST_F(CoveredBy, TellsThePlaceOfEach) {
  const CoveredRun run = covered("O(a,b,1) O(a,b,3)");
  EXPECT_THAT(texts(run.exercised), ElementsAre("loss:m(a>b)#1 1", "loss:m(a>b)#3 2"));
  EXPECT_THAT(texts(run.offered), ElementsAre("loss:m(a>b)#2 2"));
  EXPECT_EQ(run.faults, 2U);
  EXPECT_EQ(run.idle, 0U);
  EXPECT_EQ(run.execution, 4U);
}

// At one tick, writes come before messages.
TEST(Moment, KnowsTheOrderOfATick) {
  const NodeId a(0);
  const Fault write = FailedWrite{a, NamedId(0), Time(3), Time(4)};
  const Fault before = Outage{a, Time(3), Time(3)};
  const Fault after = Outage{a, Time(3), Time(4), Time(6)};
  const Fault loss = Omission{a, NodeId(1), Time(3)};
  EXPECT_EQ(moment_of(write), moment_of(before));
  EXPECT_LT(moment_of(write), moment_of(after));
  EXPECT_EQ(moment_of(after), moment_of(loss));
  EXPECT_LT(moment_of(loss), moment_of(Fault(Crash{a, Time(4)})));
}

// Under `halt`, a crash after the last message is also a failure, which comes after everything else.
TEST_F(CoveredBy, WhatComesLastFollowsEverything) {
  fspec_ = Fspec({6, 5, 1, {"a", "b"}, EffMode::inclusive, CrashModel::halt});
  const CoveredRun run = covered("O(a,b,3) C(a,4)");
  EXPECT_THAT(texts(run.exercised), ElementsAre("loss:m(a>b)#3 1", "crash.after:m(a)#3 2"));
}

TEST_F(CoveredBy, CountsFaultsThatHitNothing) {
  const CoveredRun run = covered("O(a,b,4) O(b,a,2)");
  EXPECT_EQ(run.idle, 2U);
  EXPECT_TRUE(run.exercised.empty());
  // Three losses are offered. Any crash would lose the same message as O(a,b,4).
  EXPECT_EQ(texts(run.offered).size(), 3U);
}

}  // namespace
}  // namespace ldfi::failures
