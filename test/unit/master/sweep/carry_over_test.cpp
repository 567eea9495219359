#include "master/sweep/carry_over.hpp"

#include <gtest/gtest.h>

#include "test/unit/master/sweep/world.hpp"

namespace ldfi::sweep {
namespace {

constexpr Point large{5, 3, 1};
constexpr Point small{5, 1, 1};

Cell found(std::vector<FaultSet> falsifiers) {
  Cell report;
  report.verdict = falsifiers.empty() ? Verdict::certified : Verdict::counterexample;
  report.failure_free_pre = 1;
  for (auto& f : falsifiers) report.falsifiers.push_back({std::move(f), true, {}});
  return report;
}

std::string implied_text(const Rules& rules, const Cell& report) {
  const auto out = implied(rules, large, report, small);
  return out ? brief(*out) : "nothing";
}

TEST(Implied, FollowsTheRules) {
  const Rules first;
  const Rules all{.all = true};
  EXPECT_EQ(implied_text(first, found({})), "certified");
  EXPECT_EQ(implied_text(first, found({faults({lost(1)})})), "counterexample {O01@1}");
  EXPECT_EQ(implied_text(first, found({faults({lost(2)})})), "nothing");
  EXPECT_EQ(implied_text(all, found({faults({lost(2)})})), "certified");
  EXPECT_EQ(implied_text(all, found({faults({lost(1)}), faults({lost(2)})})),
            "counterexample {O01@1}");
}

TEST(Implied, NothingFollowsFromASearchWithoutAnEnd) {
  const Rules all{.all = true};
  const auto whole = found({faults({lost(1)}), faults({lost(2)})});
  auto report = whole;
  report.reason = "the larger ones are too many";
  EXPECT_EQ(implied_text(all, report), "nothing");
  report = whole;
  report.error = "a.ded:1:2: error: division by zero";
  EXPECT_EQ(implied_text(all, report), "nothing");
  report = whole;
  report.verdict = Verdict::inconclusive;
  EXPECT_EQ(implied_text(all, report), "nothing");
  report = whole;
  report.falsifiers[0].minimal = false;
  EXPECT_EQ(implied_text(all, report), "nothing");
  EXPECT_EQ(implied_text({.all = true, .complete = false}, whole), "nothing");
}

}  // namespace
}  // namespace ldfi::sweep
