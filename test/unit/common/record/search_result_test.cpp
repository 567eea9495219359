#include "common/record/search_result.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi {
namespace {

Specification named(const std::string& name) {
  Specification out;
  out.name = name;
  return out;
}

FaultSet one_fault() {
  return FaultSet({Omission{NodeId(0), NodeId(1), Time(1)}});
}

SearchResult two_specifications(const std::string& first) {
  SearchResult out;
  out.falsifiers = {{one_fault(), true, {"lost(f)@7", "lostFiles(f)", "pre(\"lost(\")"}}};
  out.specifications = {{named(first), Verdict::counterexample, {0}},
                        {named("lost"), Verdict::counterexample, {0}}};
  return out;
}

TEST(SearchResult, TellsWhatIsViolatedOfEachSpecification) {
  using Texts = std::vector<std::string>;
  const SearchResult both = two_specifications("lostFiles");
  EXPECT_EQ(violated_of(both, 0, both.falsifiers[0]), Texts{"lostFiles(f)"});
  EXPECT_EQ(violated_of(both, 1, both.falsifiers[0]), Texts{"lost(f)@7"});
}

TEST(SearchResult, GivesTheInvariantWhatNoOtherSpecificationIsCalled) {
  using Texts = std::vector<std::string>;
  const SearchResult found = two_specifications("invariant");
  EXPECT_EQ(violated_of(found, 0, found.falsifiers[0]), (Texts{"lostFiles(f)", "pre(\"lost(\")"}));
  EXPECT_EQ(violated_of(found, 1, found.falsifiers[0]), Texts{"lost(f)@7"});
}

TEST(SearchResult, TellsFirstOfTheWorstThatCounts) {
  SearchResult found = two_specifications("slow");
  found.falsifiers.push_back(found.falsifiers[0]);
  found.falsifiers.push_back(found.falsifiers[0]);
  const auto told = [&] {
    const auto first = choose_falsifier_to_show(found);
    return std::pair(first->falsifier, first->specification.value_or(9));
  };
  using Told = std::pair<std::uint32_t, std::size_t>;
  found.specifications[0].says.severity = Specification::Severity::minor;
  found.specifications[1].says.severity = Specification::Severity::major;
  found.specifications[1].falsifiers = {1, 2};
  EXPECT_EQ(told(), Told(1, 1)) << "minor ones do not count";
  found.specifications[0].says.severity = Specification::Severity::critical;
  EXPECT_EQ(told(), Told(0, 0)) << "critical is worse than major";
  found.specifications[1].verdict = Verdict::broken;
  EXPECT_EQ(told(), Told(1, 1)) << "broken is worse than violated under faults";
  found.specifications[0].verdict = Verdict::broken;
  found.specifications[0].falsifiers = {2};
  EXPECT_EQ(told(), Told(2, 0)) << "critical is worse than major, though it takes more faults";
  found.specifications[1].says.severity = Specification::Severity::critical;
  EXPECT_EQ(told(), Told(1, 1)) << "of two critical ones, the one with fewer faults";
  found.specifications[0].falsifiers = {0};
  found.specifications[1].falsifiers.clear();
  found.specifications[0].says.severity = Specification::Severity::info;
  EXPECT_EQ(told(), Told(0, 0)) << "nothing that counts is violated";
  found.specifications.clear();
  EXPECT_EQ(told(), Told(0, 9));
  found.falsifiers.clear();
  EXPECT_FALSE(choose_falsifier_to_show(found).has_value());
}

TEST(SearchResult, AnErrorIsTheAnswerUnlessSomethingThatCountsIsViolated) {
  SearchResult found = two_specifications("slow");
  EXPECT_FALSE(decides_by_error(found)) << "there is no error";
  found.error = "division by zero";
  EXPECT_FALSE(decides_by_error(found));
  for (auto& one : found.specifications) one.says.severity = Specification::Severity::minor;
  EXPECT_TRUE(decides_by_error(found));
  found.specifications.clear();
  EXPECT_FALSE(decides_by_error(found));
  found.falsifiers.clear();
  EXPECT_TRUE(decides_by_error(found));
}

TEST(SearchResult, SaysWhatItsVerdictMeans) {
  SearchResult found = two_specifications("lostFiles");
  found.verdict = Verdict::broken;
  EXPECT_EQ(meaning_of(found),
            "the failure-free run itself violates a specification: no fault is needed");
  EXPECT_FALSE(has_invariant(found));
  EXPECT_TRUE(has_invariant(two_specifications("invariant")));
  for (const Verdict verdict : {Verdict::certified, Verdict::vacuous, Verdict::counterexample}) {
    found.verdict = verdict;
    EXPECT_EQ(meaning_of(found).find("invariant"), std::string::npos) << name_of(verdict);
  }
  found.specifications.clear();
  EXPECT_EQ(meaning_of(found), meaning_of(found.verdict));
  EXPECT_TRUE(has_invariant(found));
}

TEST(SearchResult, GathersTheFalsifiersOfEachSpecificationOnce) {
  const FaultSet two(
      {Omission{NodeId(0), NodeId(1), Time(1)}, Omission{NodeId(0), NodeId(1), Time(2)}});
  SearchResult found;
  found.specifications = {{named("a"), Verdict::counterexample, {7}},
                          {named("b"), Verdict::certified, {7}},
                          {named("c"), Verdict::counterexample, {7}}};
  const std::vector<std::vector<Falsifier>> each{
      {{two, false, {"a(x)"}}}, {}, {{one_fault(), true, {"c(x)"}}, {two, true, {"a(x)"}}}};
  gather(found, each);
  ASSERT_EQ(found.falsifiers.size(), 2U);
  EXPECT_EQ(found.falsifiers[0].faults, one_fault());
  EXPECT_EQ(found.falsifiers[1].faults, two);
  EXPECT_FALSE(found.falsifiers[1].minimal) << "one specification does not know";
  EXPECT_EQ(found.specifications[0].falsifiers, std::vector<std::uint32_t>{1});
  EXPECT_TRUE(found.specifications[1].falsifiers.empty());
  EXPECT_EQ(found.specifications[2].falsifiers, (std::vector<std::uint32_t>{0, 1}));
  const auto back = falsifiers_of_each(found);
  ASSERT_EQ(back.size(), 3U);
  EXPECT_EQ(back[0].front().faults, two);
  EXPECT_EQ(back[2].front().faults, one_fault());
}

TEST(SearchResult, IsVacuousWhereNoFaultWasPossible) {
  SearchResult result;
  result.verdict = Verdict::certified;
  EXPECT_TRUE(may_be_out_of_reach(result));
  mark_vacuous(result);
  EXPECT_EQ(result.verdict, Verdict::vacuous);
  EXPECT_TRUE(is_out_of_reach(result));
  EXPECT_FALSE(may_be_out_of_reach(result));
  EXPECT_NE(meaning_of(result).find("NO FAULT WAS POSSIBLE"), std::string::npos);
  result.reason.clear();
  EXPECT_FALSE(is_out_of_reach(result));
  EXPECT_NE(meaning_of(result).find("NOTHING WAS PROMISED"), std::string::npos);
}

TEST(SearchResult, KeepsAWorseVerdictWhereNoFaultWasPossible) {
  SearchResult result;
  result.verdict = Verdict::inconclusive;
  result.reason = "time";
  result.specifications = {{named("known"), Verdict::certified, {}},
                           {named("open"), Verdict::inconclusive, {}}};
  ASSERT_TRUE(may_be_out_of_reach(result));
  mark_vacuous(result);
  EXPECT_EQ(result.verdict, Verdict::inconclusive);
  EXPECT_EQ(result.reason, "time");
  EXPECT_EQ(result.specifications[0].verdict, Verdict::vacuous);
  EXPECT_EQ(result.specifications[1].verdict, Verdict::inconclusive);
  SearchResult violated = two_specifications("known");
  violated.specifications[0].verdict = Verdict::certified;
  EXPECT_FALSE(may_be_out_of_reach(violated)) << "a fault violates the other one";
}

TEST(SearchResult, KnowsItsOwnSpecificationsAndFalsifiersOnly) {
  const SearchResult both = two_specifications("lostFiles");
  EXPECT_EQ(falsifier_of(both, 1, 0).violated, std::vector<std::string>{"lost(f)@7"});
  EXPECT_THROW(static_cast<void>(falsifier_of(both, 1, 1)), InternalError);
  EXPECT_THROW(static_cast<void>(falsifier_of(both, 2, 0)), InternalError);
  EXPECT_THROW(static_cast<void>(violated_of(both, 2, both.falsifiers[0])), InternalError);
}

}  // namespace
}  // namespace ldfi
