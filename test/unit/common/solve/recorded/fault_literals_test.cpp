#include "common/solve/recorded/fault_literals.hpp"

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
using systems::Result;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Not;

FaultSet written(const std::string& text) {
  FaultSet out;
  for (const std::string& one : systems::split_faults(text))
    EXPECT_TRUE(systems::add_fault(out, one));
  return out;
}

/// n1 gets two messages, silently, perhaps the second one late.
Outcome silently(const std::string& late) {
  Outcome out{{}, Result::pass, written(late)};
  out.course.struck = out.asked;
  const Fate second = late.empty() ? Fate::ok : Fate::late;
  out.course.attempts.push_back({{"n0", "n1", "m", 0}, Fate::ok, true, true});
  out.course.attempts.push_back({{"n0", "n1", "m", 1}, second, true, true});
  out.course.activations = {{"n0", 2}, {"n1", 2}};
  return out;
}

std::vector<std::string> asked_for(const systems::Fspec& fspec,
                                   const std::vector<Outcome>& outcomes) {
  RecordedSearch search(sat::make_solver(SolverName::cadical, 1), fspec, ProofLevel::state,
                        outcomes);
  std::vector<std::string> out;
  while (const auto next = search.next()) out.push_back(to_text(*next));
  return out;
}

TEST(FaultLiterals, FewerActivationsComeFirst) {
  systems::Fspec fspec = systems::fspec_of({"n0", "n1"}, 100);
  fspec.omissions = 0;
  fspec.delays = {systems::behind(1), systems::behind(2), 5};
  fspec.behind_within = 9;
  fspec.faults = 1;
  EXPECT_THAT(asked_for(fspec, {silently("")}),
              ElementsAre("D(n0,n1,m#0,+#1)", "D(n0,n1,m#0,+#2)", "D(n0,n1,m#0,+5ns)",
                          "D(n0,n1,m#1,+#1)", "D(n0,n1,m#1,+#2)", "D(n0,n1,m#1,+5ns)"));
}

// Without the first message, the second is delivered after another activation.
TEST(FaultLiterals, ASilentMessageCountsWhereAnotherComesBehindIt) {
  systems::Fspec fspec = systems::fspec_of({"n0", "n1"}, 100);
  fspec.delays = {systems::behind(1), 5};
  fspec.behind_within = 9;
  fspec.faults = 2;
  EXPECT_THAT(asked_for(fspec, {silently(""), silently("D(n0,n1,m#1,+#1)")}),
              Contains("O(n0,n1,m#0) D(n0,n1,m#1,+#1)"));
  EXPECT_THAT(asked_for(fspec, {silently(""), silently("D(n0,n1,m#1,+5ns)")}),
              Not(Contains("O(n0,n1,m#0) D(n0,n1,m#1,+5ns)")));
}

}  // namespace
}  // namespace ldfi::recorded
