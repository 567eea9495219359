#include "common/dedalus/trace/make_trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/support/execution.hpp"
#include "test/support/programs.hpp"

namespace ldfi::trace {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Trace traced(const std::string& faults, std::size_t max_tuples = 1'000,
             const char* program = test::chain_program) {
  const auto fspec = test::fspec_of(4, {"a", "b", "c", "d"});
  const auto good = test::execute(program, fspec, "none");
  const auto e = test::execute(program, fspec, faults);
  const auto judged = eval::judge(*e.program, *e.fspec, *e.model, *good.model);
  return make_trace(*e.program, *e.fspec, {e.faults, *e.model, judged}, {}, max_tuples);
}

TEST(MakeTrace, SaysWhichMessagesMatter) {
  const Trace t = traced("none");
  std::vector<std::string> matter;
  std::vector<std::string> other;
  for (const Tick& tick : t.ticks) {
    for (const Message& m : tick.arrived) {
      (t.matters(tick.tick, m) ? matter : other).push_back(std::to_string(tick.tick) + m.head);
    }
  }
  EXPECT_THAT(matter, ElementsAre("1log(b,m)", "2log(b,m)", "2log(c,m)", "3log(c,m)"));
  EXPECT_THAT(other, ElementsAre("1log(d,m)", "2log(d,m)", "3log(b,m)", "3log(d,m)"));
}

TEST(MakeTrace, OfAViolationWhatWasPromisedMatters) {
  const Trace t = traced("O(b,c,2) C(b,3)");
  EXPECT_THAT(t.pre, ElementsAre("pre(m)"));
  EXPECT_THAT(t.post, IsEmpty());
  ASSERT_TRUE(t.matter.has_value());
  // No message matters, because a has the message from the beginning.
  EXPECT_THAT(*t.matter, IsEmpty());
}

TEST(MakeTrace, SaysWhatHoldsByNodeAndSinceWhen) {
  const Trace t = traced("none");
  std::string text;
  for (const Held* h : t.held_at(2)) {
    if (h->text.starts_with("next")) continue;
    text += (h->node ? t.name(*h->node) : "-") + (h->first == 2 ? "+" : " ") + h->text + " ";
  }
  EXPECT_EQ(text, "a log(a,m) b+log(b,m) d+log(d,m) - pre(m) ");
}

TEST(MakeTrace, TellsAGapBetweenTwoTimes) {
  const Trace t = traced("none", 1'000, R"(
on("a")@1; on("a")@2; on("a")@4; out("a", "b")@1;
pre(X) :- on(X); post(X) :- on(X);
seen(Y)@async :- out(X, Y);
)");
  ASSERT_TRUE(t.held.has_value());
  std::vector<std::string> on;
  for (const Held& h : *t.held) {
    if (h.text == "on(a)") on.push_back(std::to_string(h.first) + "-" + std::to_string(h.last));
  }
  EXPECT_THAT(on, ElementsAre("1-2", "4-4"));
  EXPECT_EQ(malformed(t), nullptr);
}

TEST(MakeTrace, LeavesOutWhatIsTooMuch) {
  EXPECT_TRUE(traced("none", 1'000).held.has_value());
  EXPECT_FALSE(traced("none", 3).held.has_value());
}

// If the outcome depends on the event `delivered.m`, the trace lists the message m itself as one
// that matters.
TEST(MakeTrace, OfAnEventTheMessageMatters) {
  const auto fspec = test::fspec_of(4, {"a", "b", "c", "d"});
  std::string text = test::chain_program;
  text.erase(text.find("pre(P)"));
  const auto matter = [&](const std::string& premise) {
    const auto e = test::execute(text, fspec, "none", {},
                                 "spec came critical after 2; came(X) :- " + premise + ";");
    const auto judged = eval::judge(*e.program, *e.fspec, *e.model, *e.model);
    const Trace trace = make_trace(*e.program, *e.fspec, {e.faults, *e.model, judged});
    std::vector<std::string> out;
    for (const auto& [at, message] : *trace.matter) out.push_back(message.head);
    return out;
  };
  const auto found = matter(R"(delivered.log(X, "d", _))");
  EXPECT_FALSE(found.empty());
  for (const std::string& head : found) EXPECT_TRUE(head.starts_with("log(")) << head;
}

// A rule of a specification runs at no node, even if the first column of its head is a node.
TEST(MakeTrace, WhatASpecificationDerivesIsAtNoNode) {
  const auto fspec = test::fspec_of(4, {"a", "b", "c", "d"});
  const Fspec checked(fspec);
  std::string text = test::chain_program;
  text.erase(text.find("pre(P)"));
  const dedalus::Program program = dedalus::check_program(
      {{"x.ded"},
       {{"x.ded", text},
        {"x.spec", "spec lonely critical after 2; lonely(X) :- log(X, P), notin log(\"b\", P);"}}},
      {.nodes = fspec.nodes, .eot = fspec.eot});
  const FaultSet faults = parse_fault_set("O(a,b,1) O(a,b,2)", checked, FileId(0));
  const auto good = eval::run(program, checked, FaultSet());
  const auto model = eval::run(program, checked, faults);
  const auto judged = eval::judge(program, checked, *model, *good);
  EXPECT_FALSE(violates_invariant(program, judged));
  const Trace t = make_trace(program, checked, {faults, *model, judged});
  EXPECT_THAT(t.violated, ElementsAre("lonely(a)@3", "lonely(d)@3"));
  const auto held = t.held_at(3);
  const auto lonely =
      std::ranges::find_if(held, [](const Held* h) { return h->text == "lonely(a)"; });
  ASSERT_NE(lonely, held.end());
  EXPECT_FALSE((*lonely)->node.has_value());
  std::vector<std::string> matter;
  for (const auto& [at, message] : *t.matter) matter.push_back(message.head);
  // The message appears twice, because it was sent at ticks 1 and 2.
  EXPECT_THAT(matter, ElementsAre("log(d,m)", "log(d,m)"));
}

}  // namespace
}  // namespace ldfi::trace
