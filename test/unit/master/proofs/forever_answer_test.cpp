#include "master/proofs/forever_answer.hpp"

#include <gtest/gtest.h>

namespace ldfi::app {
namespace {

ForeverAnswer of(const std::string& verdict,
                 Specification::Severity severity = Specification::Severity::critical) {
  ForeverAnswer out;
  out.of.emplace();
  out.of->severity = severity;
  out.verdict = verdict;
  return out;
}

TEST(ForeverAnswer, TheWorstOfThoseThatCountIsTheVerdict) {
  const std::vector<std::string> from_best{"certified-forever", "vacuous", "conditional",
                                           "inconclusive", "counterexample"};
  for (std::size_t i = 0; i < from_best.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const ForeverAnswers all{{of(from_best[j]), of(from_best[i]), of(from_best[j])}};
      EXPECT_EQ(all.verdict(), from_best[i]);
    }
  }
}

TEST(ForeverAnswer, WhatDoesNotCountDecidesNothing) {
  using Severity = Specification::Severity;
  EXPECT_EQ(
      (ForeverAnswers{{of("certified-forever"), of("counterexample", Severity::minor)}}.verdict()),
      "certified-forever");
  EXPECT_EQ((ForeverAnswers{{of("counterexample", Severity::info)}}.verdict()),
            "certified-forever");
  EXPECT_EQ((ForeverAnswers{{of("vacuous"), of("counterexample", Severity::major)}}.verdict()),
            "counterexample");
}

TEST(ForeverAnswer, WithoutSpecificationsThereIsOne) {
  ForeverAnswer one;
  one.verdict = "conditional";
  EXPECT_EQ(ForeverAnswers{{one}}.verdict(), "conditional");
}

}  // namespace
}  // namespace ldfi::app
