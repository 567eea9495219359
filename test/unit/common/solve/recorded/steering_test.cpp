#include "common/solve/recorded/steering.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/solve/recorded/recorded_search.hpp"
#include "common/solve/sat/make_solver.hpp"
#include "common/systems/faults/fault_text.hpp"
#include "test/unit/common/systems/fspecs.hpp"

namespace ldfi::recorded {
namespace {

using systems::Fate;
using systems::FaultSet;
using systems::MessageId;
using systems::Result;
using systems::Steer;

/// n0 has a value and sends it to all others, which send it to each other.
class Gossip : public ::testing::Test {
 protected:
  const std::vector<std::string> nodes_{"n0", "n1", "n2", "n3"};
  systems::Fspec fspec_ = systems::fspec_of(nodes_, 100);

  [[nodiscard]] Outcome execute(const FaultSet& faults) const {
    Outcome out{{}, Result::pass, faults, {}};
    std::set<std::string> have{"n0"};
    std::vector<std::string> told{"n0"};
    for (std::size_t i = 0; i < told.size(); ++i) {
      const std::string from = told[i];
      for (const std::string& to : nodes_) {
        const MessageId id{from, to, "m", 0};
        if (to == from || to == "n0") continue;
        const bool lost = faults.has<systems::Loss>(id);
        out.course.attempts.push_back({id, lost ? Fate::lost : Fate::ok, !lost});
        if (lost) out.course.struck.add(systems::Loss{id});
        out.lineage.carriers.push_back({"5", id, 0, 1});
        if (!lost) out.lineage.causes.insert(id);
        if (!lost && have.insert(to).second) told.push_back(to);
      }
    }
    out.lineage.values = {{"5", "n0"}};
    out.lineage.nodes = {nodes_.begin(), nodes_.end()};
    for (const std::string& node : nodes_) out.course.activations[node] = 0;
    if (have.size() < nodes_.size()) out.result = Result::fail;
    return out;
  }
  struct Found {
    std::size_t first = 0;  ///< number of the execution that failed
    std::size_t executions = 0;
    FaultSet least;
    bool minimal = false;
  };
  /// Searches until next() would only make the counterexample smaller.
  [[nodiscard]] Found search(Steer steer) const {
    std::vector<Outcome> outcomes{execute({})};
    Found out;
    for (;;) {
      RecordedSearch one(sat::make_solver(SolverName::cadical, 1), fspec_, ProofLevel::exact,
                         outcomes, steer);
      if (out.first > 0 && one.settled()) {
        out.executions = outcomes.size();
        out.minimal = one.minimal(out.least);
        return out;
      }
      const auto next = one.next();
      if (!next) return out;
      outcomes.push_back(execute(*next));
      if (outcomes.back().result != Result::fail) continue;
      if (out.first == 0) out.first = outcomes.size();
      out.least = outcomes.back().course.struck;
    }
  }
};

TEST_F(Gossip, AValueIsKeptFromANodeAtOnce) {
  const Found steered = search(Steer::value);
  EXPECT_EQ(steered.first, 2U) << "the first with faults";
  EXPECT_EQ(steered.least.size(), 3U) << "all that leads to one node, or away from n0";
  EXPECT_TRUE(steered.minimal);
  const Found plain = search(Steer::none);
  EXPECT_GT(plain.first, 20U);
  EXPECT_EQ(plain.executions, plain.first) << "what comes first is the least";
  EXPECT_EQ(plain.least.size(), steered.least.size());
}

TEST_F(Gossip, WhatCameBeforeTheAnswersIsTriedFirst) {
  const Found steered = search(Steer::happens_before);
  EXPECT_GT(steered.first, 0U);
  EXPECT_TRUE(steered.minimal);
}

// If an answer depends on nothing that may fail, this execution shows nothing about those without its faults.
TEST_F(Gossip, WhatRestsOnNothingIsNoEndOfSteering) {
  Outcome bare = execute({systems::Loss{{"n0", "n1", "m", 0}}});
  bare.lineage.causes.clear();
  RecordedSearch one(sat::make_solver(SolverName::cadical, 1), fspec_, ProofLevel::exact,
                     {execute({}), bare}, Steer::happens_before);
  ASSERT_TRUE(one.next());
  EXPECT_TRUE(one.steered());
}

TEST_F(Gossip, AFaultOfEveryKindIsTriedFirst) {
  fspec_.delays = {50};
  fspec_.delayed = 1;
  fspec_.omissions = 2;
  const auto tried = [this] {
    RecordedSearch one(sat::make_solver(SolverName::cadical, 1), fspec_, ProofLevel::exact,
                       {execute({})}, Steer::mixed);
    FaultSet out = one.next().value();
    EXPECT_TRUE(one.steered());
    return out;
  };
  EXPECT_EQ(tried().count<systems::Loss>(), 1U);
  EXPECT_EQ(tried().count<systems::Delay>(), 1U);
  fspec_.delayed = 0;
  EXPECT_EQ(tried().size(), 1U);
  fspec_.delayed = 1;
  fspec_.omissions = 0;
  EXPECT_EQ(tried().size(), 1U);
}

TEST_F(Gossip, SteeringProvesNothing) {
  fspec_.omissions = 1;
  for (const Steer steer : {Steer::value, Steer::happens_before, Steer::mixed, Steer::none}) {
    const std::vector<Outcome> outcomes{execute({})};
    RecordedSearch one(sat::make_solver(SolverName::cadical, 1), fspec_, ProofLevel::exact,
                       outcomes, steer);
    EXPECT_FALSE(one.exhausted());
    std::size_t asked = 0;
    while (one.next()) ++asked;
    EXPECT_EQ(asked, 9U) << "each message once, whether any of them may do any harm or not";
    EXPECT_FALSE(one.exhausted());
  }
}

// Messages that are not needed are lost as well, and the counterexample is then made smaller.
TEST_F(Gossip, LargeCounterexamplesAreMadeSmaller) {
  Outcome large = execute({});
  for (const auto& one : large.course.attempts) large.asked.add(systems::Loss{one.message});
  std::vector<Outcome> outcomes{execute({}), execute(large.asked)};
  ASSERT_EQ(outcomes.back().result, Result::fail);
  outcomes.back().course.struck = large.asked;  // the recording lists faults that did not strike
  for (;;) {
    RecordedSearch one(sat::make_solver(SolverName::cadical, 1), fspec_, ProofLevel::exact,
                       outcomes, Steer::value);
    if (one.settled()) break;
    const auto next = one.next();
    ASSERT_TRUE(next);
    EXPECT_TRUE(next->below(large.asked));
    outcomes.push_back(execute(*next));
  }
  EXPECT_LT(outcomes.size(), 200U);
  FaultSet least = large.asked;
  for (const Outcome& one : outcomes) {
    if (one.result == Result::fail) least = std::min(least, one.course.struck);
  }
  EXPECT_EQ(least.size(), 4U) << "n1 has it, and the others are kept from it";
  RecordedSearch last(sat::make_solver(SolverName::cadical, 1), fspec_, ProofLevel::exact,
                      outcomes);
  EXPECT_TRUE(last.minimal(least));
}

}  // namespace
}  // namespace ldfi::recorded
