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
using systems::Joining;
using systems::Result;

const systems::MessageId one_of_two{"n0", "n1", "m", 0};
const systems::MessageId other_of_two{"n0", "n1", "m", 1};

FaultSet both_late(std::uint64_t one, std::uint64_t other) {
  return {systems::Delay{one_of_two, systems::behind(one)},
          systems::Delay{other_of_two, systems::behind(other)}};
}

/// Both messages were held before n1 had an activation. They are delivered one after the other after its
/// first one, so the second one joins the first.
Outcome together(const FaultSet& faults, Result result) {
  Outcome out{{}, result, faults};
  out.course.struck = faults;
  out.course.attempts = {{one_of_two, Fate::late, true}, {other_of_two, Fate::late, true}};
  out.course.activations = {{"n0", 1}, {"n1", 3}};
  out.course.joinings = {{.message = one_of_two, .ticket = 0, .earliest = 4, .latest = 9},
                         {.message = other_of_two, .ticket = 1, .latest = 13, .before = 0}};
  return out;
}

class JoiningLiteralsOf : public ::testing::Test {
 protected:
  JoiningLiteralsOf() {
    fspec_.omissions = 0;
    fspec_.behind_within = 9;
    for (std::uint64_t k = 1; k <= 4; ++k) fspec_.delays.push_back(systems::behind(k));
  }
  RecordedSearch search(const Outcome& outcome) {
    return {sat::make_solver(SolverName::cadical, 1), fspec_, ProofLevel::exact, {outcome}};
  }
  systems::Fspec fspec_ = systems::fspec_of({"n0", "n1"}, 100);
};

TEST_F(JoiningLiteralsOf, OneExecutionThatPassedAnswersForAllThatAreTheSame) {
  RecordedSearch one = search(together(both_late(1, 1), Result::pass));
  for (std::uint64_t a = 1; a <= 4; ++a) {
    for (std::uint64_t b = 1; b <= 4; ++b) {
      EXPECT_EQ(one.answered(both_late(a, b)), a <= 2 && b <= 3 && a <= b) << a << " " << b;
    }
  }
}

TEST_F(JoiningLiteralsOf, OfOneThatFailedThoseThatAreLessAreAsked) {
  RecordedSearch one = search(together(both_late(1, 2), Result::fail));
  for (std::uint64_t a = 1; a <= 4; ++a) {
    for (std::uint64_t b = 1; b <= 4; ++b) {
      EXPECT_EQ(one.answered(both_late(a, b)), a <= 2 && 2 <= b && b <= 3 && a <= b)
          << a << " " << b;
    }
  }
}

}  // namespace
}  // namespace ldfi::recorded
