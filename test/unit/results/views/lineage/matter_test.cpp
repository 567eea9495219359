#include "results/views/lineage/matter.hpp"

#include <gtest/gtest.h>

#include "results/views/lineage/outcome.hpp"
#include "results/views/trace/traces.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

/// Node a deletes the data of b unless a message from b arrives. So the promise depends on no
/// message, and a message of a breaks the promise.
constexpr const char* spoiling = R"(
link("b", "a")@1;
back("a", "b")@1;
hope("a")@1;
ok(Y)@async :- link(X, Y);
timer(X, Y)@next :- back(X, Y);
spoiled(Y)@async :- timer(X, Y), notin ok(X);
spoiled(Y)@next :- spoiled(Y);
hope(X)@next :- hope(X);
pre("p") :- hope(_);
post("p") :- hope(_), notin spoiled("b");
)";

TEST(Matter, WhatBreaksAPromiseMattersEvenIfThePromiseDoesNotRestOnIt) {
  const Sample sample(spoiling, 4, {"a", "b"});
  const Rerun bad = sample.execute("O(b,a,1)");
  Trace trace = make_trace(sample.subject, bad);
  const Message& spoils = trace.ticks[1].arrived.at(0);
  ASSERT_EQ(spoils.head, "spoiled(b)");
  EXPECT_FALSE(trace.matter && trace.matters(2, spoils)) << "why it was promised does not name it";
  follow(explain_outcome(sample.subject, bad, sample.subject.failure_free()), trace);
  EXPECT_TRUE(trace.matters(2, spoils));
  EXPECT_EQ(trace.matter->size(), 1U);
}

TEST(Matter, MessagesOfAViolationAreThoseOfItsExplanation) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  const Rerun bad = sample.execute("O(b,c,2) O(b,c,3)");
  Trace trace = make_trace(sample.subject, bad);
  const Lineage why = explain_outcome(sample.subject, bad, sample.subject.failure_free());
  const auto behind = messages_behind(why, trace);
  ASSERT_TRUE(behind.has_value());
  std::size_t named = 0;
  for (const Tick& tick : trace.ticks) {
    for (const Message& m : tick.arrived) named += behind->contains({Time(tick.tick), m}) ? 1U : 0U;
    for (const Message& m : tick.lost) {
      EXPECT_FALSE(behind->contains({Time(tick.tick), m})) << "nothing rests on what was lost";
    }
  }
  EXPECT_EQ(named, behind->size()) << "each is a message of the trace";
  follow(why, trace);
  EXPECT_EQ(trace.matter, behind);
}

TEST(Matter, NothingIsSaidOfAnExplanationThatEndsEarly) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  const Rerun bad = sample.execute("O(b,c,2) O(b,c,3)");
  Trace trace = make_trace(sample.subject, bad);
  const auto before = trace.matter;
  ExplainOptions options;
  options.max_nodes = 1;
  const Lineage why = explain_outcome(sample.subject, bad, sample.subject.failure_free(), options);
  EXPECT_FALSE(why.whole);
  EXPECT_FALSE(messages_behind(why, trace).has_value());
  follow(why, trace);
  EXPECT_EQ(trace.matter, before);
}

TEST(Matter, ARunThatHoldsKeepsAllThatItsInvariantReads) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  const Rerun& good = sample.subject.failure_free();
  Trace trace = make_trace(sample.subject, good);
  const auto before = trace.matter;
  follow(explain_outcome(sample.subject, good, good), trace);
  EXPECT_EQ(trace.matter, before);
}

}  // namespace
}  // namespace ldfi::results
