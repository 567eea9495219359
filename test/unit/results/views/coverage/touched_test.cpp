#include "results/views/coverage/touched.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;

/// Messages to b and their consequences may be lost, but not the counts of a.
constexpr const char* program = R"(
peer("a", "b")@1;
start("a", 1)@1;
got(Y)@async :- peer(X, Y);
told(Y)@next :- got(Y);
told(Y)@next :- told(Y);
count(X, N + 1)@next :- start(X, N);
late(X)@next :- count(X, 2);
pre(X) :- late(X);
post(X) :- late(X);
)";

std::vector<std::string> relations(const Subject& subject, const Untouched& found) {
  std::vector<std::string> out;
  for (const RelationId id : found.relations) out.push_back(subject.program().relation(id).name);
  std::ranges::sort(out);
  return out;
}

std::vector<std::string> rules(const Subject& subject, const Untouched& found) {
  std::vector<std::string> out;
  for (const RuleId id : found.rules) out.push_back(subject.program().rule(id).text);
  std::ranges::sort(out);
  return out;
}

const auto never = [] { return false; };

TEST(Untouched, IsWhatHoldsTheSameUnderEachFault) {
  Sample sample(program, 4, {"a", "b"});
  sample.run.cells[0].fspec.crashes = 0;
  const Subject subject(sample.run, sample.run.cells[0]);
  const Untouched found = untouched(subject, sample.run.cells[0], never);
  EXPECT_EQ(found.faulty, 1U) << "one message is sent, at one tick";
  EXPECT_TRUE(found.whole);
  EXPECT_THAT(relations(subject, found),
              ElementsAre("count", "late", "peer", "post", "pre", "start"));
  EXPECT_THAT(rules(subject, found),
              ElementsAre("count(X, N + 1)@next :- start(X, N);", "late(X)@next :- count(X, 2);",
                          "post(X) :- late(X);", "pre(X) :- late(X);"));
  EXPECT_EQ(found.of_relations, 8U);
  EXPECT_EQ(found.of_rules, 7U);
}

TEST(Untouched, WhatAnExecutionOfTheCellChangesIsTouched) {
  Sample sample(program, 4, {"a", "b"});
  Cell& cell = sample.run.cells[0];
  cell.executions = {
      {1, std::nullopt, sample.subject.fault_set("C(a,2)", "test"), Outcome::holds, 0}};
  cell.fspec.crashes = 0;
  cell.fspec.crash_model = CrashModel::halt;  // a executes no rule from tick 2 on
  const Subject subject(sample.run, cell);
  const Untouched found = untouched(subject, cell, never);
  EXPECT_EQ(found.faulty, 2U);
  EXPECT_THAT(relations(subject, found), ElementsAre("count", "peer", "start"));
  EXPECT_THAT(rules(subject, found), ElementsAre("count(X, N + 1)@next :- start(X, N);"));
}

TEST(Untouched, SaysWhenItWasNotWhole) {
  const Sample sample(program, 4, {"a", "b"});
  const Untouched found = untouched(sample.subject, sample.run.cells[0], [] { return true; });
  EXPECT_FALSE(found.whole);
  EXPECT_EQ(found.faulty, 0U);
  EXPECT_EQ(found.relations.size(), found.of_relations);
}

}  // namespace
}  // namespace ldfi::results
