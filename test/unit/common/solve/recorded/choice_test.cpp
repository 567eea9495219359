#include "common/solve/recorded/choice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/fspecs.hpp"

namespace ldfi::recorded {
namespace {

using systems::Fate;
using systems::FaultSet;
using systems::MessageId;
using systems::Result;

/// n0 sends four messages to n1. If all of `wrong` are lost, a promise is violated.
class FourMessages : public ::testing::TestWithParam<ProofLevel> {
 protected:
  [[nodiscard]] static FaultSet lost(const std::vector<std::uint64_t>& numbers) {
    FaultSet out;
    for (const std::uint64_t i : numbers) out.add(systems::Loss{{"n0", "n1", "m", i}});
    return out;
  }
  [[nodiscard]] Outcome execute(const FaultSet& faults) const {
    Outcome out{{}, Result::pass, faults, {}};
    for (std::uint64_t i = 0; i < 4; ++i) {
      const MessageId id{"n0", "n1", "m", i};
      const bool is_lost = faults.has<systems::Loss>(id);
      out.course.attempts.push_back({id, is_lost ? Fate::lost : Fate::ok, !is_lost});
      if (is_lost) out.course.struck.add(systems::Loss{id});
    }
    out.course.activations = {{"n0", 0}, {"n1", 4 - faults.size()}};
    for (const FaultSet& one : wrong_) {
      if (one.subset_of(faults)) out.result = Result::fail;
    }
    return out;
  }
  void take(const FaultSet& faults) {
    outcomes_.push_back(execute(faults));
    choice_.settle(outcomes_.back());
  }
  /// Executes the next fault set, one after the other, until there is none.
  void take_all() {
    while (const auto faults = choice_.next()) {
      choice_.begin(*faults);
      take(*faults);
    }
  }

  std::vector<FaultSet> wrong_{lost({1, 2})};
  systems::Fspec fspec_ = systems::fspec_of({"n0", "n1"}, 100);
  std::vector<Outcome> outcomes_;
  Choice choice_{fspec_, {.solver = SolverName::cadical, .level = GetParam()}, outcomes_};
};

INSTANTIATE_TEST_SUITE_P(Choice, FourMessages,
                         ::testing::Values(ProofLevel::exact, ProofLevel::state));

TEST_P(FourMessages, TheLeastComesFirst) {
  take({});
  take_all();
  for (std::size_t i = 1; i < outcomes_.size(); ++i) {
    EXPECT_LT(outcomes_[i - 1].asked, outcomes_[i].asked);
  }
  EXPECT_EQ(outcomes_.size(), 9U) << "none, four alone, and 01 02 03 12";
  EXPECT_EQ(outcomes_.back().asked, lost({1, 2}));
  EXPECT_TRUE(choice_.has_counterexample());
}

TEST_P(FourMessages, AllThatFailAreFoundIfAllAreWanted) {
  wrong_ = {lost({0}), lost({1, 2})};
  choice_.search_for_all();
  take({});
  take_all();
  std::vector<FaultSet> failed;
  for (const Outcome& one : outcomes_) {
    if (one.result == Result::fail) failed.push_back(one.asked);
  }
  EXPECT_THAT(failed, ::testing::ElementsAre(lost({0}), lost({1, 2})));
  EXPECT_FALSE(choice_.has_counterexample());
  EXPECT_FALSE(choice_.is_overtaken(lost({0, 1, 2, 3})));
}

TEST_P(FourMessages, WhatIsUnderWayIsNotChosenAgain) {
  take({});
  std::set<FaultSet> chosen;
  while (const auto faults = choice_.next()) {
    ASSERT_TRUE(chosen.insert(*faults).second);
    choice_.begin(*faults);
    choice_.forget();
  }
  // A tree of fates recognises executions that differ from an executed one in one message.
  EXPECT_EQ(chosen.size(), GetParam() == ProofLevel::exact ? 4U : 15U);
  EXPECT_FALSE(choice_.is_decided());
}

TEST_P(FourMessages, WhatComesBehindACounterexampleIsOvertaken) {
  take({});
  for (const auto& faults : {lost({0}), lost({1, 2}), lost({2, 3})}) choice_.begin(faults);
  take(lost({1, 2}));
  EXPECT_TRUE(choice_.is_overtaken(lost({2, 3})));
  EXPECT_FALSE(choice_.is_overtaken(lost({0})));
  EXPECT_FALSE(choice_.is_decided()) << "{0} may fail, too";
  take(lost({0}));
  EXPECT_TRUE(choice_.is_decided());
}

TEST_P(FourMessages, WhatWasReplacedIsForgotten) {
  take({});
  take_all();
  ASSERT_TRUE(choice_.has_counterexample());
  wrong_ = {lost({1, 2, 3})};
  outcomes_.back() = execute(outcomes_.back().asked);
  choice_.start_over();
  EXPECT_FALSE(choice_.has_counterexample());
  take_all();
  EXPECT_EQ(outcomes_.back().asked, lost({1, 2, 3}));
}

}  // namespace
}  // namespace ldfi::recorded
