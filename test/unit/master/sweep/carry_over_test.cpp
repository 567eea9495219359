#include "master/sweep/carry_over.hpp"

#include <gtest/gtest.h>

#include "common/record/specification.hpp"
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
  report.reason = "there are too many larger ones";
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

/// Returns a cell with two specifications. `critical` and `minor` are the indexes of the falsifiers
/// that violate each of them.
Cell specified(std::vector<FaultSet> falsifiers, std::vector<std::uint32_t> critical,
               std::vector<std::uint32_t> minor) {
  Cell out = found(std::move(falsifiers));
  const auto add = [&](const char* name, Specification::Severity severity, auto indexes) {
    const Verdict verdict = indexes.empty() ? Verdict::certified : Verdict::counterexample;
    out.specifications.push_back({{name, severity, 0, {}, ""}, verdict, std::move(indexes)});
  };
  add("safe", Specification::Severity::critical, std::move(critical));
  add("tidy", Specification::Severity::minor, std::move(minor));
  out.verdict = worst(out.specifications);
  return out;
}

std::string each(const std::optional<Cell>& cell) {
  if (!cell) return "nothing";
  std::string out = brief(*cell);
  for (const SpecificationResult& one : cell->specifications) {
    out += "; " + one.says.name + " " + name_of(one.verdict);
    for (const std::uint32_t f : one.falsifiers) out += " " + std::to_string(f);
  }
  return out;
}

TEST(Implied, OfEachSpecification) {
  const Rules first;
  const Rules all{.all = true};
  const Cell report = specified({faults({lost(1)}), faults({lost(2)})}, {1}, {0});
  EXPECT_EQ(each(implied(all, large, report, small)),
            "certified {O01@1}; safe certified; tidy counterexample 0");
  EXPECT_EQ(each(implied(first, large, report, small)), "nothing");
  EXPECT_EQ(each(implied(first, large, specified({faults({lost(1)})}, {0}, {}), small)),
            "counterexample {O01@1}; safe counterexample 0; tidy certified");
  Cell open = report;
  open.specifications[1].verdict = Verdict::inconclusive;
  EXPECT_EQ(each(implied(all, large, open, small)), "nothing");
}

TEST(Rescued, EachSpecification) {
  const Cell known = specified({faults({lost(1)})}, {0}, {});
  Cell open = specified({faults({lost(2)})}, {}, {0});
  open.reason = "time";
  open.specifications[0].verdict = Verdict::inconclusive;
  open.verdict = Verdict::inconclusive;
  EXPECT_EQ(each(rescued({}, open, known)),
            "counterexample {O01@1} {O01@2} time; safe counterexample 0; tidy counterexample 1");
  Cell has_no_specifications;
  has_no_specifications.verdict = Verdict::inconclusive;
  has_no_specifications.reason = "time";
  EXPECT_EQ(each(rescued({}, has_no_specifications, known)),
            "counterexample {O01@1} time; safe counterexample 0; tidy inconclusive");
  EXPECT_EQ(each(rescued({}, known, known)), "nothing");
}

}  // namespace
}  // namespace ldfi::sweep
