#include "common/minimise/programs/minimise.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <set>

#include "common/base/errors.hpp"
#include "common/minimise/programs/fewest.hpp"
#include "test/support/random_program.hpp"
#include "test/support/searches.hpp"
#include "test/unit/common/minimise/programs/programs.hpp"

namespace ldfi::minimise {
namespace {

using test::RandomProgram;

// Requests to a go to b, which counts them. Two requests are too many, unless c has allowed them before. Node
// d does nothing.
const char* const counter = R"(
ask("a", 1)@1;
ask("a", 2)@2;
ask("a", 3)@2;
node("a", "b")@1;
node("c", "b")@1;
node("d", "b")@1;
node(X, Y)@next :- node(X, Y);
got(B, I)@async :- ask(A, I), node(A, B);
has(B, I) :- got(B, I);
has(B, I)@next :- has(B, I);
allow("c", "x")@2;
ok(B, X)@async :- allow(C, X), node(C, B);
allowed(B) :- ok(B, _);
allowed(B)@next :- allowed(B);
many(B, count<I>) :- has(B, I);
pre(B, N) :- many(B, N), N > 1;
post(B, N) :- many(B, N), allowed(B);
)";

FspecParameters small() {
  FspecParameters out;
  out.eot = 5;
  out.eff = 3;
  out.crashes = 1;
  out.nodes = {"a", "b", "c", "d"};
  return out;
}

Minimisation run(
    const RandomProgram& random, const std::string& first, MinimiseSettings settings,
    const std::function<double()>& clock = [] { return 0.0; }, double deadline = 1) {
  const dedalus::Program program = test::check(random);
  const Fspec fspec(random.fspec);
  SourceSet sources;
  const FaultSet faults = parse_fault_set(first, fspec, sources.add("faults", first));
  const campaign::Host host{clock, [] { return std::uint64_t{0}; }};
  return minimise(program, fspec, {faults, true, {}}, settings,
                  {.host = host,
                   .limits = {deadline, 0},
                   .run = test::searches_of(program, random.fspec, host, deadline)});
}

const MinimisationStage& stage(const Minimisation& m, const std::string& name) {
  const auto it = std::ranges::find(m.stages, name, &MinimisationStage::stage);
  if (it == m.stages.end()) throw std::runtime_error("there is no stage " + name);
  return *it;
}

TEST(Minimise, FindsTheFewestEventsDeliveriesNodesAndTicks) {
  const Minimisation m = run({counter, small()}, "O(c,b,2)", {{"ask"}});
  EXPECT_EQ(m.ended, "");
  std::vector<std::string> names;
  for (const auto& one : m.stages) names.push_back(one.stage);
  EXPECT_EQ(names, (std::vector<std::string>{"faults", "slice", "externals", "deliveries", "nodes",
                                             "eot", "eff"}));
  EXPECT_EQ(stage(m, "faults").externals, 3U);
  EXPECT_EQ(stage(m, "faults").bound, 1U);
  EXPECT_EQ(stage(m, "externals").externals, 2U);
  EXPECT_EQ(stage(m, "externals").claim, "minimum");
  EXPECT_EQ(stage(m, "externals").bound, 2U);
  EXPECT_GT(stage(m, "externals").searches, 0U);
  EXPECT_EQ(stage(m, "deliveries").deliveries, 2U);
  EXPECT_EQ(stage(m, "deliveries").claim, "minimum");
  EXPECT_EQ(stage(m, "nodes").nodes, 3U);  // without c, the program would violate without faults
  EXPECT_EQ(stage(m, "eot").eot, 3);       // at EOT 2, less has arrived
  EXPECT_EQ(stage(m, "eff").eff, 0);       // c may crash instead of losing its message
  EXPECT_EQ(stage(m, "eff").faults, "C(c,1)");
  EXPECT_EQ(m.schedule.size(), 4U);
  EXPECT_EQ(m.violated, std::vector<std::string>{"pre(b,2)"});
}

TEST(Minimise, DeltaDebuggingClaimsNoMinimum) {
  const Minimisation m = run({counter, small()}, "O(c,b,2)", {{"ask"}, MinimiseBy::ddmin});
  EXPECT_EQ(stage(m, "externals").externals, 2U);
  EXPECT_EQ(stage(m, "externals").searches, 0U);
  EXPECT_EQ(stage(m, "deliveries").deliveries, 2U);
  EXPECT_EQ(stage(m, "deliveries").claim, "1-minimal");
  EXPECT_FALSE(stage(m, "deliveries").bound.has_value());
}

// While a is busy it waits. Its message to b then says whether it is marked.
const char* const waiting = R"(
wait("a")@1;
busy("a")@1;
mark("a")@1;
node("a", "b")@1;
node("c", "b")@1;
node(X, Y)@next :- node(X, Y);
mark(A)@next :- mark(A);
wait(A)@next :- wait(A), busy(A);
got(B, 1)@async :- wait(A), notin busy(A), mark(A), node(A, B);
got(B, 2)@async :- wait(A), notin busy(A), notin mark(A), node(A, B);
has(B) :- got(B, _);
has(B)@next :- has(B);
allow("c", "x")@2;
ok(B, X)@async :- allow(C, X), node(C, B);
allowed(B) :- ok(B, _);
allowed(B)@next :- allowed(B);
pre(B) :- has(B);
post(B) :- has(B), allowed(B);
)";

std::vector<std::string> external_events(const Minimisation& m) {
  std::vector<std::string> out;
  for (const ScheduledEvent& event : m.schedule) {
    if (event.kind == "external") out.push_back(event.text);
  }
  return out;
}

// Without `busy`, the message is sent earlier, and without `mark` it is a different message.
TEST(Minimise, PoliciesSayWhichMessageIsWhich) {
  const auto left = [](MinimiseBy by) {
    const Minimisation m = run({waiting, small()}, "O(c,b,2)", {{"busy", "mark"}, by});
    EXPECT_EQ(m.ended, "");
    EXPECT_EQ(m.violated, std::vector<std::string>{"pre(b)"});
    EXPECT_EQ(stage(m, "slice").externals, 2U);
    EXPECT_EQ(stage(m, "deliveries").deliveries, 1U);
    EXPECT_EQ(stage(m, "deliveries").claim, "1-minimal, policy " + name_of(by));
    EXPECT_EQ(stage(m, "externals").claim, stage(m, "deliveries").claim);
    return external_events(m);
  };
  using Texts = std::vector<std::string>;
  EXPECT_EQ(left(MinimiseBy::exact), (Texts{"busy(a)", "mark(a)"}));
  EXPECT_EQ(left(MinimiseBy::recording), Texts{"mark(a)"});
  EXPECT_EQ(left(MinimiseBy::type), Texts{});
}

TEST(Minimise, WhatIsNotExternalStays) {
  const Minimisation m = run({counter, small()}, "O(c,b,2)", {});
  EXPECT_EQ(stage(m, "externals").claim, "there are none");
  const auto external = [](const ScheduledEvent& event) { return event.kind == "external"; };
  EXPECT_TRUE(std::ranges::none_of(m.schedule, external));
}

// Wherever a budget ends the minimisation, the results so far are reported.
TEST(Minimise, ABudgetEndsItAndSaysSo) {
  std::uint64_t runs = 1;
  for (std::string ended = "runs"; !ended.empty(); ++runs) {
    ASSERT_LT(runs, 1000U);
    const Minimisation m =
        run({counter, small()}, "O(c,b,2)", {{"ask"}, MinimiseBy::search, 100, runs});
    ended = m.ended;
    std::uint64_t done = 0;
    std::set<std::string> names;
    std::vector<const MinimisationStage*> not_finished;
    for (const auto& one : m.stages) {
      done += one.executions + one.searches;
      EXPECT_TRUE(names.insert(one.stage).second) << one.stage << " with " << runs;
      if (one.claim == "not finished") not_finished.push_back(&one);
    }
    if (ended.empty() || m.stages.empty()) continue;
    EXPECT_EQ(ended, "runs");
    EXPECT_EQ(done, runs);
    ASSERT_EQ(not_finished.size(), 1U) << runs;
    EXPECT_FALSE(m.violated.empty());
    const auto left = [&m](const char* kind) {
      return static_cast<std::size_t>(std::ranges::count(m.schedule, kind, &ScheduledEvent::kind));
    };
    EXPECT_EQ(left("external"), not_finished[0]->externals) << runs;
    EXPECT_EQ(left("delivery"), not_finished[0]->deliveries) << runs;
  }
  EXPECT_GT(runs, 20U);
  double now = 0;
  const Minimisation m = run(
      {counter, small()}, "O(c,b,2)", {{"ask"}}, [&now] { return now += 1; }, 40);
  EXPECT_EQ(m.ended, "time");
}

TEST(Minimise, WithoutRoomForAProofThereIsABound) {
  const Minimisation m = run({counter, small()}, "O(c,b,2)", {{"ask"}, MinimiseBy::search, 20, 0});
  EXPECT_EQ(stage(m, "externals").bound, 1U);  // one search, for no events
  EXPECT_EQ(stage(m, "externals").claim, "1-minimal under the same faults");
}

TEST(Minimise, FifoChannelsKeepTheirOrderWhatIsPending) {
  for (const bool fifo : {false, true}) {
    FspecParameters fspec;
    fspec.eot = 5;
    fspec.nodes = {"a", "b"};
    fspec.delays = {.most = 2, .fifo = fifo};
    const RandomProgram random{pair, fspec};
    const dedalus::Program program = test::check(random);
    const Fspec checked(fspec);
    Trials trials(program, checked, {}, {}, [] {});
    const Fewest fewest = fewest_deliveries(trials, {}, {}, 10, {10'000});
    EXPECT_EQ(fewest.found.has_value(), !fifo);
    EXPECT_EQ(fewest.at_least, fifo ? 10U : 1U);
  }
}

TEST(Minimise, OnFifoChannelsWhatMayBeLostKeepsNothingWaiting) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.eff = 1;
  fspec.nodes = {"a", "b"};
  fspec.delays = {.most = 2, .fifo = true};
  const dedalus::Program program = test::check({pair, fspec});
  const Fspec checked(fspec);
  Trials trials(program, checked, {}, {}, [] {});
  const Fewest fewest = fewest_deliveries(trials, {}, {}, 10, {10'000});
  ASSERT_TRUE(fewest.found.has_value());
  EXPECT_EQ(fewest.found->deliveries, std::vector<Delivery>({{Time(2), NodeId(0), NodeId(1), 0}}));
}

TEST(Minimise, WithoutStepsNothingIsProved) {
  const dedalus::Program program = test::check({counter, small()});
  const Fspec fspec(small());
  Trials trials(program, fspec, {}, {}, [] {});
  for (const std::uint64_t steps : {0U, 1U}) {
    const Fewest fewest = fewest_deliveries(trials, {}, {}, 3, {steps});
    EXPECT_FALSE(fewest.found.has_value());
    EXPECT_EQ(fewest.at_least, 0U);
  }
}

TEST(Minimise, AWorldThatIsTooLargeProvesNothing) {
  const dedalus::Program program = test::check({counter, small()});
  const Fspec fspec(small());
  Trials trials(program, fspec, {}, {}, [] {});
  ProofLimits limits{10'000};
  limits.world.limits.max_facts = 5;
  EXPECT_EQ(fewest_deliveries(trials, {}, {}, 3, limits).at_least, 0U);
}

// Both second messages are late, or neither arrives. The first message is needed, and so is the last one,
// which must arrive without the other.
constexpr const char* neither = R"(
say("a", 1)@1;
say("a", 2)@2;
say("a", 3)@3;
early("b", V)@async :- say("a", V), V == 1;
ask("b", V)@async :- say("a", V), V == 2;
put("b", V)@async :- say("a", V), V == 2;
last("b", V)@async :- say("a", V), V == 3;
more("b", V)@async :- say("a", V), V == 3;
asks("b")@3;
seen(N) :- asks(N), ask(N, _);
seen(N) :- asks(N), put(N, _);
seen(N)@next :- seen(N);
begun(N)@next :- early(N, _);
begun(N)@next :- begun(N);
pre(N) :- begun(N), last(N, _), notin more(N, _);
pre(N)@next :- pre(N);
post(N) :- seen(N);
)";

TEST(Minimise, WhatIsSentTogetherIsPendingTogether) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.nodes = {"a", "b"};
  fspec.delays = {
      .most = 1, .by_relation = true, .relations = {"ask", "early", "last", "more", "put"}};
  const auto left = [&](MinimiseBy way) {
    return run({neither, fspec}, "D(a,b,2,ask,+1) D(a,b,2,put,+1) D(a,b,3,more,+1)", {{}, way});
  };
  EXPECT_EQ(stage(left(MinimiseBy::search), "faults").deliveries, 5U);
  // One message in time is enough to keep the promise, so neither can be removed alone.
  for (const auto way : {MinimiseBy::search, MinimiseBy::ddmin, MinimiseBy::recording}) {
    EXPECT_EQ(stage(left(way), "deliveries").deliveries, 3U) << name_of(way);
  }
}

TEST(Minimise, WhatANodeSendsItselfCountsForNothing) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.nodes = {"a"};
  fspec.delays = {.duplicates = 1, .within = 2, .self = true};
  for (const MinimiseBy way : {MinimiseBy::search, MinimiseBy::ddmin}) {
    const Minimisation found = run({rings, fspec}, "U(a,a,1,+1)", {{}, way});
    EXPECT_EQ(found.ended, "");
    EXPECT_EQ(stage(found, "deliveries").deliveries, 0U);
    EXPECT_EQ(stage(found, "deliveries").faults, "U(a,a,1,+1)");
    ASSERT_EQ(found.schedule.size(), 2U);  // the message arrives in time, and once more
    EXPECT_EQ(found.schedule[1].arrives, 3);
  }
}

TEST(SmallerWorld, ANodeThatARuleNamesStays) {
  const RandomProgram random{std::string(counter) + "seen(X) :- has(X, _), X == \"d\";\n", small()};
  const dedalus::Program program = test::check(random);
  EXPECT_FALSE(without_node(program, "d"));
  const auto smaller = without_node(program, "c");
  ASSERT_TRUE(smaller);
  EXPECT_EQ(smaller->facts.size(), program.facts.size() - 2);
}

TEST(SmallerWorld, AListThatIsEmptiedDoesNotMeanAll) {
  FspecParameters fspec = small();
  fspec.crashable = {"d"};
  fspec.limits.omissions_from = {"d", "a"};
  EXPECT_EQ(without_node(fspec, "d").crashes, 0);
  EXPECT_EQ(without_node(fspec, "d").limits.omissions_from, std::vector<std::string>{"a"});
  EXPECT_FALSE(without_node(fspec, "d").limits.omissions);
  EXPECT_EQ(without_node(fspec, "c").nodes, (std::vector<std::string>{"a", "b", "d"}));
  EXPECT_EQ(without_node(fspec, "c").crashes, 1);
  EXPECT_EQ(without_node(without_node(fspec, "a"), "d").limits.omissions, std::optional(0));
}

// Only messages of node d may be lost, and d sends none.
TEST(Minimise, NodesOfListsGo) {
  FspecParameters fspec = small();
  fspec.crashable = {"c", "d"};
  fspec.limits.omissions_to = {"d", "b"};
  const Minimisation m = run({counter, fspec}, "O(c,b,2)", {{"ask"}});
  EXPECT_EQ(stage(m, "nodes").nodes, 3U);
  fspec.limits.omissions_to = {"d"};
  EXPECT_EQ(stage(run({counter, fspec}, "C(c,2)", {{"ask"}}), "nodes").nodes, 3U);
}

// Without the event that keeps the promise, the promise is violated without faults at any EOT. So no EOT is
// reserved for the failure-free run.
TEST(Minimise, WhatIsBrokenWithoutFaultsEndsEarly) {
  FspecParameters fspec;
  fspec.eot = 5;
  fspec.eff = 3;
  fspec.nodes = {"a", "b"};
  const Minimisation m = run({R"(
req("a", "x")@1;
save("a", "b")@1;
saved(B, A)@async :- save(A, B);
kept(B) :- saved(B, _);
kept(B)@next :- kept(B);
asked(A, X) :- req(A, X);
asked(A, X)@next :- asked(A, X);
pre(X) :- asked(_, X);
post(X) :- asked(_, X), kept("b");
)",
                              fspec},
                             "O(a,b,1)", {{"req", "save"}});
  EXPECT_EQ(stage(m, "externals").externals, 1U);
  EXPECT_EQ(stage(m, "eot").eot, 1);
  EXPECT_EQ(stage(m, "eot").bound, 1U);
}

TEST(Schedules, PendingMessagesAreNoFaultsOfTheFspec) {
  FspecParameters parameters = small();
  parameters.delays = {.most = 1, .count = 1};
  const Fspec fspec(parameters);
  const NodeId a(0);
  const NodeId b(1);
  const auto one = faults_of({{}, {}, {{Time(4), a, b, 0}}}, fspec);
  ASSERT_TRUE(one);
  EXPECT_EQ(one->size(), 12U * 4 - 1);
  EXPECT_FALSE(one->loses({a, b, Time(4)}));
  EXPECT_TRUE(faults_of({{}, {}, {{Time(1), a, b, 1}}}, fspec));
  EXPECT_FALSE(faults_of({{}, {}, {{Time(1), a, b, 2}}}, fspec));
  EXPECT_FALSE(faults_of({{}, {}, {{Time(1), a, b, 1}, {Time(2), a, b, 1}}}, fspec));
  EXPECT_FALSE(faults_of({{}, {}, {{Time(1), a, b, 0}, {Time(1), a, b, 1}}}, fspec));
}

}  // namespace
}  // namespace ldfi::minimise
