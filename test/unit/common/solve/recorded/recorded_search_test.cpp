#include "common/solve/recorded/recorded_search.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/solve/sat/make_solver.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/fspecs.hpp"

namespace ldfi::recorded {
namespace {

using systems::Course;
using systems::Fate;
using systems::FaultSet;
using systems::MessageId;
using systems::Result;
using ::testing::ElementsAre;

const MessageId first{"n0", "n1", "m", 0};
const MessageId second{"n0", "n1", "m", 1};

FaultSet faults(const std::vector<std::string>& texts) {
  FaultSet out;
  for (const auto& text : texts) EXPECT_TRUE(systems::add_fault(out, text));
  return out;
}

/// n0 sends two messages and has two activations. n1 receives those that are not lost.
Outcome outcome(const std::vector<std::string>& texts, Result result, bool silent = false) {
  Outcome out{{}, result, faults(texts)};
  out.course.struck = out.asked;
  std::uint64_t got = 0;
  for (const MessageId& id : {first, second}) {
    const bool lost = out.asked.has<systems::Loss>(id);
    out.course.attempts.push_back({id, lost ? Fate::lost : Fate::ok, !lost, !lost && silent});
    got += lost ? 0 : 1;
  }
  out.course.activations = {{"n0", 2}, {"n1", got}};
  return out;
}

class Recorded : public ::testing::Test {
 protected:
  RecordedSearch search(const std::vector<Outcome>& outcomes,
                        ProofLevel level = ProofLevel::exact) {
    return {sat::make_solver(SolverName::cadical, 1), fspec_, level, outcomes};
  }
  /// Returns everything that the search requests.
  std::vector<std::string> asked(const std::vector<Outcome>& outcomes,
                                 ProofLevel level = ProofLevel::exact) {
    RecordedSearch one = search(outcomes, level);
    std::vector<std::string> out;
    while (const auto next = one.next()) out.push_back(to_text(*next));
    return out;
  }

  systems::Fspec fspec_ = systems::fspec_of({"n0", "n1"}, 100);
};

TEST_F(Recorded, DoesNotAskForWhatSomebodyExecutesAlready) {
  RecordedSearch one = search({outcome({}, Result::pass)});
  one.set_asked(faults({"O(n0,n1,m#0)"}));
  EXPECT_EQ(to_text(one.next().value()), "O(n0,n1,m#1)");
  EXPECT_EQ(to_text(one.next().value()), "O(n0,n1,m#0) O(n0,n1,m#1)");
  EXPECT_EQ(one.next(), std::nullopt);
  EXPECT_FALSE(one.exhausted());  // a request is not a proof
}

/// Six messages, of which these are lost. If n1 receives nothing, the execution fails.
Outcome six(const FaultSet& lost) {
  Outcome out{{}, Result::pass, lost};
  out.course.struck = lost;
  std::uint64_t got = 0;
  for (std::uint64_t i = 0; i < 6; ++i) {
    const MessageId id{"n0", "n1", "m", i};
    const bool gone = lost.has<systems::Loss>(id);
    out.course.attempts.push_back({id, gone ? Fate::lost : Fate::ok, !gone, !gone && i % 2 == 1});
    got += gone ? 0 : 1;
  }
  out.course.activations = {{"n0", 1}, {"n1", got}};
  if (got < 2) out.result = Result::fail;
  return out;
}

// The search continues where it ended. The result must be that of a search from the beginning.
TEST_F(Recorded, FindsTheSameAsANewSearch) {
  for (const ProofLevel level : {ProofLevel::exact, ProofLevel::state}) {
    std::vector<Outcome> outcomes{six({})};
    std::vector<FaultSet> others;
    RecordedSearch old = search(outcomes, level);
    for (std::size_t i = 0;; ++i) {
      const auto next = old.next();
      RecordedSearch fresh = search(outcomes, level);
      for (const FaultSet& one : others) fresh.set_asked(one);
      ASSERT_EQ(next, fresh.next()) << i;
      if (!next) break;
      others.push_back(*next);
      if (i % 3 == 0) continue;  // this fault set is still being executed
      outcomes.push_back(six(*next));
      ASSERT_TRUE(old.add(outcomes.back()));
    }
    EXPECT_GT(others.size(), level == ProofLevel::exact ? 40U : 10U);
  }
}

/// n1 was about to have three activations. The last one was too late for a pause.
Outcome still(const std::vector<std::string>& texts, Result result) {
  Outcome out = outcome(texts, result, true);
  out.course.approached = {{"n1", 3}};
  out.course.steady = {{"n1", 3}};
  return out;
}

TEST_F(Recorded, NodesMayStandStillBeforeWhatTheyDo) {
  fspec_.omissions = 0;
  fspec_.pauses = 1;
  fspec_.standing = {5, 9};
  EXPECT_THAT(asked({still({}, Result::pass)}),
              ElementsAre("S(n1,#1,+5ns)", "S(n1,#1,+9ns)", "S(n1,#2,+5ns)", "S(n1,#2,+9ns)"));
  EXPECT_THAT(asked({still({}, Result::pass), still({"S(n1,#1,+5ns)"}, Result::pass),
                     still({"S(n1,#2,+9ns)"}, Result::fail)}),
              ElementsAre("S(n1,#1,+9ns)", "S(n1,#2,+5ns)"));
  fspec_.pauses = 2;
  fspec_.standing = {5};
  EXPECT_THAT(
      asked({still({}, Result::pass), still({"S(n1,#1,+5ns)"}, Result::pass)}),
      ElementsAre("S(n1,#2,+5ns)", "S(n1,#1,+5ns) S(n1,#2,+5ns)", "S(n1,#2,+5ns) S(n1,#3,+5ns)"));
}

TEST_F(Recorded, PausesOfOtherActivationsMayStrikeWithoutASilentMessage) {
  fspec_.omissions = 0;
  fspec_.pauses = 1;
  fspec_.standing = {5};
  EXPECT_THAT(asked({still({}, Result::pass)}, ProofLevel::state),
              ElementsAre("S(n1,#1,+5ns)", "S(n1,#2,+5ns)", "S(n1,#3,+5ns)"));
  fspec_.omissions = 1;
  EXPECT_THAT(asked({still({"S(n1,#3,+5ns)"}, Result::pass)}, ProofLevel::state),
              ::testing::Contains("O(n0,n1,m#0) S(n1,#3,+5ns)"));
}

TEST_F(Recorded, KnowsWhatIsAnswered) {
  RecordedSearch one = search({outcome({}, Result::pass)});
  EXPECT_TRUE(one.answered({}));
  const FaultSet lost = faults({"O(n0,n1,m#0)"});
  EXPECT_FALSE(one.answered(lost));
  one.set_asked(lost);
  EXPECT_FALSE(one.answered(lost));  // it is not an answer either
  ASSERT_TRUE(one.add(outcome({"O(n0,n1,m#0)"}, Result::fail)));
  EXPECT_TRUE(one.answered(lost));
  EXPECT_TRUE(one.answered(faults({"O(n0,n1,m#0)", "O(n0,n1,m#1)"})));
  EXPECT_FALSE(one.answered(faults({"O(n0,n1,m#1)"})));
}

TEST_F(Recorded, AsksForTheLeastThatDiffers) {
  EXPECT_THAT(asked({outcome({}, Result::pass)}),
              ElementsAre("O(n0,n1,m#0)", "O(n0,n1,m#1)", "O(n0,n1,m#0) O(n0,n1,m#1)"));
  EXPECT_THAT(asked({outcome({}, Result::pass), outcome({"O(n0,n1,m#1)"}, Result::vacuous)}),
              ElementsAre("O(n0,n1,m#0)", "O(n0,n1,m#0) O(n0,n1,m#1)"));
}

// TRACE only requires that a delivered message is lost, and here none was delivered.
TEST_F(Recorded, WhatWasLostMayArrive) {
  EXPECT_THAT(
      asked({outcome({}, Result::pass), outcome({"O(n0,n1,m#0)", "O(n0,n1,m#1)"}, Result::pass)}),
      ElementsAre("O(n0,n1,m#0)", "O(n0,n1,m#1)"));
}

TEST_F(Recorded, AFailureAnswersForAllThatContainsIt) {
  const std::vector<Outcome> outcomes{outcome({}, Result::pass),
                                      outcome({"O(n0,n1,m#0)"}, Result::fail)};
  EXPECT_THAT(asked(outcomes), ElementsAre("O(n0,n1,m#1)"));
  EXPECT_TRUE(search(outcomes).minimal(faults({"O(n0,n1,m#0)"})));
  const std::vector<Outcome> both{outcome({}, Result::pass),
                                  outcome({"O(n0,n1,m#0)", "O(n0,n1,m#1)"}, Result::fail)};
  EXPECT_FALSE(search(both).minimal(faults({"O(n0,n1,m#0)", "O(n0,n1,m#1)"})));
  EXPECT_FALSE(search({outcome({}, Result::pass)}).exhausted());
}

TEST_F(Recorded, IsExhaustedWhenNothingDiffers) {
  Outcome quiet{{}, Result::pass, {}};
  quiet.course.activations = {{"n0", 1}, {"n1", 0}};
  EXPECT_TRUE(search({quiet}).exhausted());
  // A message that was not received may also be lost.
  quiet.course.attempts = {{first, Fate::ok, false, false}, {second, Fate::dead, false, false}};
  EXPECT_TRUE(search({quiet}).exhausted());
  EXPECT_THAT(asked({quiet}), ElementsAre());
  EXPECT_TRUE(search({outcome({}, Result::fail)}).exhausted())
      << "every set contains the empty one";
}

TEST_F(Recorded, WhatWasInvalidIsNeitherAProofNorAskedAgain) {
  fspec_.omissions = 1;
  const std::vector<Outcome> outcomes{outcome({}, Result::pass),
                                      outcome({"O(n0,n1,m#0)"}, Result::invalid),
                                      outcome({"O(n0,n1,m#1)"}, Result::pass)};
  EXPECT_THAT(asked(outcomes), ElementsAre());
  EXPECT_FALSE(search(outcomes).exhausted());
}

TEST_F(Recorded, WhatChangedNothingMayBeLostAtTheLevelOfStates) {
  EXPECT_THAT(asked({outcome({}, Result::pass, true)}, ProofLevel::state), ElementsAre());
  EXPECT_EQ(asked({outcome({}, Result::pass, true)}).size(), 3U);
}

TEST_F(Recorded, WhatCameInTimeMayComeLate) {
  fspec_.delays = {5, 9};
  fspec_.faults = 1;
  EXPECT_THAT(asked({outcome({}, Result::pass), outcome({"O(n0,n1,m#1)"}, Result::pass)}),
              ElementsAre("O(n0,n1,m#0)", "D(n0,n1,m#0,+5ns)", "D(n0,n1,m#0,+9ns)",
                          "D(n0,n1,m#1,+5ns)", "D(n0,n1,m#1,+9ns)"));
}

// The message had no effect when it arrived, but may have one at a later time.
TEST_F(Recorded, WhatChangedNothingMayChangeSomethingLater) {
  fspec_.delays = {5};
  fspec_.faults = 1;
  EXPECT_THAT(asked({outcome({}, Result::pass, true)}, ProofLevel::state),
              ElementsAre("D(n0,n1,m#0,+5ns)", "D(n0,n1,m#1,+5ns)"));
}

TEST_F(Recorded, NodesComeBack) {
  fspec_.omissions = 0;
  fspec_.restarts = 1;
  fspec_.down = {4, 7};
  fspec_.crashable = {"n1"};
  EXPECT_THAT(asked({outcome({}, Result::pass)}),
              ElementsAre("C(n1,#1,+4ns)", "C(n1,#1,+7ns)", "C(n1,#2,+4ns)", "C(n1,#2,+7ns)"));
  EXPECT_THAT(asked({outcome({}, Result::pass), outcome({"C(n1,#1,+4ns)"}, Result::pass)}),
              ElementsAre("C(n1,#1,+7ns)", "C(n1,#2,+4ns)", "C(n1,#2,+7ns)"));
  EXPECT_THAT(asked({outcome({}, Result::pass), outcome({"C(n1,#1,+4ns)"}, Result::fail),
                     outcome({"C(n1,#1,+7ns)"}, Result::pass)}),
              ElementsAre("C(n1,#2,+4ns)", "C(n1,#2,+7ns)"));
  fspec_.crashes = 1;
  fspec_.faults = 2;
  const auto all = asked({outcome({}, Result::pass)});
  EXPECT_THAT(all, ::testing::Contains("C(n1,#2) C(n1,#1,+4ns)"));
  EXPECT_THAT(all, ::testing::Not(::testing::Contains("C(n1,#1) C(n1,#2,+4ns)")))
      << "who has crashed for good does not come back";
}

TEST_F(Recorded, CrashesComeBeforeEachActivation) {
  fspec_.crashes = 1;
  fspec_.omissions = 0;
  EXPECT_THAT(asked({outcome({}, Result::pass)}),
              ElementsAre("C(n0,#1)", "C(n0,#2)", "C(n1,#1)", "C(n1,#2)"));
  fspec_.crashable = {{"n1"}};
  EXPECT_THAT(asked({outcome({}, Result::pass)}), ElementsAre("C(n1,#1)", "C(n1,#2)"));
  Outcome crash = outcome({"C(n1,#2)"}, Result::pass);
  crash.course.activations["n1"] = 1;
  crash.course.attempts[1] = {second, Fate::dead, false, false};
  EXPECT_THAT(asked({outcome({}, Result::pass), crash}), ElementsAre("C(n1,#1)"));
}

TEST_F(Recorded, ASilentMessageCountsWhereItsReceiverCrashes) {
  fspec_.crashes = 1;
  fspec_.crashable = {{"n1"}};
  Outcome crash = outcome({"C(n1,#2)"}, Result::pass, true);
  crash.course.activations["n1"] = 1;
  crash.course.attempts[1] = {second, Fate::dead, false, false};
  // If the first message is missing, the crash comes before the activation of the second one.
  EXPECT_THAT(asked({outcome({}, Result::pass, true), crash}, ProofLevel::state),
              ElementsAre("C(n1,#1)", "O(n0,n1,m#0) C(n1,#1)", "O(n0,n1,m#0) C(n1,#2)",
                          "O(n0,n1,m#1) C(n1,#1)", "O(n0,n1,m#0) O(n0,n1,m#1) C(n1,#1)",
                          "O(n0,n1,m#0) O(n0,n1,m#1) C(n1,#2)"));
}

TEST_F(Recorded, WhatComesTooEarlyForANodeThatComesBackMayComeLate) {
  fspec_.delays = {5};
  Outcome lost = outcome({}, Result::pass);
  lost.course.attempts[1] = {second, Fate::dead, false, false, true};
  EXPECT_THAT(asked({lost}), ::testing::Contains("D(n0,n1,m#1,+5ns)"));
  lost.course.attempts[1].too_early = false;
  EXPECT_THAT(asked({lost}), ::testing::Not(::testing::Contains("D(n0,n1,m#1,+5ns)")));
}

TEST_F(Recorded, ASilentMessageCountsWhereItsReceiverRestarts) {
  fspec_.restarts = 1;
  fspec_.down = {4};
  fspec_.crashable = {{"n1"}};
  fspec_.faults = 2;
  Outcome restart = outcome({"C(n1,#2,+4ns)"}, Result::pass, true);
  restart.course.attempts[1] = {second, Fate::dead, false, false};
  EXPECT_THAT(asked({outcome({}, Result::pass, true), restart}, ProofLevel::state),
              ::testing::Contains("O(n0,n1,m#0) C(n1,#2,+4ns)"));
}

TEST_F(Recorded, WhatWasReceivedMayComeTwice) {
  fspec_.omissions = 0;
  fspec_.duplicates = 1;
  fspec_.again = {5, 9};
  EXPECT_THAT(asked({outcome({}, Result::pass)}),
              ElementsAre("U(n0,n1,m#0,+5ns)", "U(n0,n1,m#0,+9ns)", "U(n0,n1,m#1,+5ns)",
                          "U(n0,n1,m#1,+9ns)"));
  Outcome twice = outcome({"U(n0,n1,m#0,+5ns)"}, Result::pass, true);
  twice.course.attempts[0].fate = Fate::doubled;
  EXPECT_THAT(asked({outcome({}, Result::pass, true), twice}, ProofLevel::state),
              ElementsAre("U(n0,n1,m#0,+9ns)", "U(n0,n1,m#1,+5ns)", "U(n0,n1,m#1,+9ns)"))
      << "what changes nothing once may change something later";
  twice.result = Result::fail;
  twice.course.struck = twice.asked = faults({"U(n0,n1,m#0,+9ns)"});
  EXPECT_FALSE(search({outcome({}, Result::pass), twice}).minimal(twice.asked))
      << "it may fail when it comes sooner";
}

TEST_F(Recorded, ACutIsOneFaultThatLosesAll) {
  fspec_.partitions = 1;
  fspec_.borders = {{{"n0"}, ""}, {{"n1"}, "n0"}};
  fspec_.window = 10;
  Outcome none = outcome({}, Result::pass);
  none.course.attempts[1].sent = 10;
  EXPECT_THAT(asked({none}),
              ElementsAre("O(n0,n1,m#0)", "O(n0,n1,m#1)", "P(n0,0s,10ns)", "P(n0,10ns,20ns)",
                          "O(n0,n1,m#0) O(n0,n1,m#1)", "O(n0,n1,m#0) P(n0,0s,10ns)",
                          "O(n0,n1,m#0) P(n0,10ns,20ns)", "O(n0,n1,m#1) P(n0,0s,10ns)",
                          "O(n0,n1,m#1) P(n0,10ns,20ns)", "O(n0,n1,m#0) O(n0,n1,m#1) P(n0,0s,10ns)",
                          "O(n0,n1,m#0) O(n0,n1,m#1) P(n0,10ns,20ns)"));
  // If one of them is lost, it does not matter which fault loses it.
  Outcome lost = outcome({"O(n0,n1,m#0)"}, Result::pass);
  lost.course.attempts[1].sent = 10;
  EXPECT_THAT(asked({none, lost}), ::testing::Not(::testing::Contains("P(n0,0s,10ns)")));
  // If it is sent at another time, the other partition loses the second message.
  lost.course.attempts[1].sent = 9;
  EXPECT_THAT(asked({none, lost}), ::testing::Contains("P(n0,0s,10ns)"));
}

TEST_F(Recorded, CrashesComeWhereTheyChangeSomething) {
  fspec_.crashes = 1;
  fspec_.omissions = 0;
  fspec_.crashable = {{"n1"}};
  fspec_.crash_times = {5};
  Outcome none = outcome({}, Result::pass, true);
  none.course.spared = {{"n1", 2}};
  EXPECT_THAT(asked({none}), ElementsAre("C(n1,#1)"));
  // Without a silent message the second activation is the first, and may be one before which it may
  // crash: one that is spared by itself is not a difference, though.
  fspec_.omissions.reset();
  fspec_.faults = 2;
  EXPECT_THAT(asked({none}, ProofLevel::state), ::testing::Contains("O(n0,n1,m#0) C(n1,#2)"));
  Outcome spared = outcome({"C(n1,#2)"}, Result::pass, true);
  spared.course.spared = {{"n1", 2}};
  spared.course.struck = {};
  EXPECT_THAT(asked({none, spared}, ProofLevel::state),
              ::testing::Not(::testing::Contains("C(n1,#2)")));
}

TEST_F(Recorded, CrashesComeMidway) {
  fspec_.crashes = 1;
  fspec_.omissions = 0;
  fspec_.midway = true;
  fspec_.crashable = {{"n0"}};
  Outcome none = outcome({}, Result::pass);
  none.course.said = {{{"n0", 1}, 2}};
  EXPECT_THAT(asked({none}), ElementsAre("C(n0,#1)", "C(n0,#1+)", "C(n0,#1+1)", "C(n0,#2)"));
  fspec_.crashes = 0;
  fspec_.restarts = 1;
  fspec_.down = {4};
  EXPECT_THAT(asked({none}),
              ElementsAre("C(n0,#1,+4ns)", "C(n0,#1+,+4ns)", "C(n0,#1+1,+4ns)", "C(n0,#2,+4ns)"));
  Outcome again = outcome({"C(n0,#1+,+4ns)"}, Result::pass);
  again.course.said = {{{"n0", 2}, 1}};
  EXPECT_THAT(asked({none, again}),
              ElementsAre("C(n0,#1,+4ns)", "C(n0,#1+1,+4ns)", "C(n0,#2,+4ns)"));
}

TEST_F(Recorded, FaultsThatHitNothingCostNothing) {
  fspec_.crashes = 1;
  fspec_.midway = true;
  fspec_.crashable = {{"n0"}};
  for (const char* text : {"C(n0,#1000000000000)", "C(n0,#1+1000000000000)"}) {
    Outcome far = outcome({text}, Result::pass);
    far.course.struck = {};
    EXPECT_THAT(asked({outcome({}, Result::pass), far}), ::testing::Contains("C(n0,#1)"));
  }
}

TEST_F(Recorded, ASilentMessageStaysInWhereThereAreTooManyMoments) {
  fspec_.crashes = 1;
  fspec_.midway = true;
  fspec_.faults = 1;
  fspec_.crashable = {{"n1"}};
  Outcome none = outcome({}, Result::pass, true);
  none.course.said = {{{"n1", 1}, 60'000}};
  EXPECT_EQ(search({none}, ProofLevel::state).next(), faults({"O(n0,n1,m#0)"}));
  none.course.said = {{{"n1", 1}, 6}};
  EXPECT_EQ(search({none}, ProofLevel::state).next(), faults({"C(n1,#1)"}));
}

TEST_F(Recorded, KeepsTheLimitsOfTheSpec) {
  fspec_.crashable = {{"n0"}};
  fspec_.faults = fspec_.crashes = 1;
  EXPECT_THAT(asked({outcome({}, Result::pass)}),
              ElementsAre("O(n0,n1,m#0)", "O(n0,n1,m#1)", "C(n0,#1)", "C(n0,#2)"));
  fspec_.faults.reset();
  fspec_.omissions = 0;
  EXPECT_THAT(asked({outcome({}, Result::pass)}), ElementsAre("C(n0,#1)", "C(n0,#2)"));
}

}  // namespace
}  // namespace ldfi::recorded
