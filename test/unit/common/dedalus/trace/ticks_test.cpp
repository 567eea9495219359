#include "common/dedalus/trace/ticks.hpp"

#include <gtest/gtest.h>

#include "test/support/execution.hpp"

namespace ldfi::trace {
namespace {

// Node a broadcasts a message at tick 1. A node that has the message at tick 2 sends it to c.
constexpr const char* relay = R"(
node("a", "b")@1; node("a", "c")@1; node("b", "c")@1; bcast("a", "m")@1;
node(X, Y)@next :- node(X, Y);
log(X, P) :- bcast(X, P);
log(X, P)@next :- log(X, P);
log(Y, P)@async :- log(X, P), node(X, Y);
pre(P) :- bcast(_, P);
pre(P)@next :- pre(P);
post(P) :- log("c", P);
)";

std::vector<Tick> ticks_under(const std::string& faults) {
  const auto e = test::execute(relay, test::fspec_of(4, {"a", "b", "c"}), faults);
  return ticks_of(*e.program, *e.fspec, e.faults, *e.model);
}

std::string text(const std::vector<Message>& messages) {
  std::string out;
  const std::string names = "abc";
  for (const Message& m : messages) {
    out += std::string(out.empty() ? "" : " ") + names[m.from.index()] + names[m.to.index()];
    EXPECT_EQ(m.head, std::string("log(") + names[m.to.index()] + ",m)");
  }
  return out;
}

TEST(Ticks, WithoutFaultsEverythingArrives) {
  const auto ticks = ticks_under("none");
  ASSERT_EQ(ticks.size(), 4U);
  EXPECT_EQ(text(ticks[0].arrived), "ab ac");
  EXPECT_EQ(text(ticks[1].arrived), "ab ac bc");
  // Messages that are sent at the last tick cannot arrive, so they are not listed.
  EXPECT_EQ(text(ticks[3].arrived), "");
  for (const Tick& tick : ticks) EXPECT_TRUE(tick.lost.empty() && tick.crashes.empty());
}

TEST(Ticks, SaysWhatIsLostOnlyIfItWasSent) {
  const auto ticks = ticks_under("O(a,b,1) O(b,c,1) O(a,c,2)");
  EXPECT_EQ(text(ticks[0].arrived), "ac");
  EXPECT_EQ(text(ticks[0].lost), "ab");  // only node a has sent something
  EXPECT_EQ(text(ticks[1].arrived), "ab");
  EXPECT_EQ(text(ticks[1].lost), "ac");  // the message to c is listed although c has it already
}

TEST(Ticks, WithEventsAMessageIsToldOnce) {
  const auto fspec = test::fspec_of(4, {"a", "b", "c"});
  const char* const faults = "O(a,b,1) O(b,c,1) O(a,c,2)";
  const auto e =
      test::execute(relay, fspec, faults, {}, "spec s info always; s(X) :- lost.log(X, _, _);");
  EXPECT_EQ(e.at("s", 2), "s(a)");
  const auto with = ticks_of(*e.program, *e.fspec, e.faults, *e.model);
  const auto without = ticks_under(faults);
  for (std::size_t t = 0; t < without.size(); ++t) {
    EXPECT_EQ(text(with[t].arrived), text(without[t].arrived));
    EXPECT_EQ(text(with[t].lost), text(without[t].lost));
  }
}

// A message to a node that is down is lost. Messages that this node would have sent are not listed.
TEST(Ticks, ANodeThatIsDownLosesWhatIsSentToIt) {
  FspecParameters stop{4, 3, 0, {"a", "b", "c"}, EffMode::inclusive, CrashModel::stop, 1, {}};
  const auto e = test::execute(relay, stop, "O(a,c,2) C(b,2+,4)");
  const auto ticks = ticks_of(*e.program, *e.fspec, e.faults, *e.model);
  EXPECT_EQ(text(ticks[0].arrived), "ab ac");
  EXPECT_EQ(ticks[1].crashes, std::vector<NodeId>{NodeId(1)});
  EXPECT_EQ(text(ticks[1].arrived), "");
  EXPECT_EQ(text(ticks[1].lost), "ab ac") << "b works at 2, and sends nothing";
  EXPECT_EQ(text(ticks[2].arrived), "ab ac");
  EXPECT_EQ(text(ticks[2].lost), "");
  EXPECT_EQ(ticks[3].restarts, std::vector<NodeId>{NodeId(1)});
}

// A message that the program also gives as a fact is listed as delivered. Otherwise it would be
// listed only if lost.
TEST(Ticks, AMessageThatIsGivenAnywayArrives) {
  const std::string given = std::string(relay) + "log(\"b\", \"m\")@2;\n";
  const auto told = [&](const std::string& faults) {
    auto fspec = test::fspec_of(4, {"a", "b", "c"});
    fspec.delays.most = 1;
    const auto e = test::execute(given, fspec, faults);
    const auto ticks = ticks_of(*e.program, *e.fspec, e.faults, *e.model);
    return text(ticks[0].arrived) + ", lost " + text(ticks[0].lost);
  };
  EXPECT_EQ(told("none"), "ab ac, lost ");
  EXPECT_EQ(told("O(a,b,1)"), "ac, lost ab");
  EXPECT_EQ(told("D(a,b,1,+1)"), "ab ac, lost ");
  EXPECT_EQ(told("C(a,1)"), ", lost ");
}

TEST(Ticks, ACrashedNodeSendsNothing) {
  const auto ticks = ticks_under("O(a,b,1) C(a,2)");
  EXPECT_EQ(text(ticks[0].arrived), "ac");
  EXPECT_EQ(ticks[1].crashes, std::vector<NodeId>{NodeId(0)});
  EXPECT_EQ(text(ticks[1].arrived), "");
  EXPECT_EQ(text(ticks[1].lost), "");
}

}  // namespace
}  // namespace ldfi::trace
