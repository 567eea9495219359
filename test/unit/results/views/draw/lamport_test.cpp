#include "results/views/draw/lamport.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/views/trace/traces.hpp"
#include "test/unit/results/golden.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::Not;

Svg draw(const Sample& sample, const std::string& faults) {
  const Trace t = make_trace(sample.subject, sample.execute(faults));
  return lamport(t, "a fault set");
}

TEST(Lamport, Golden) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  expect_golden("views/draw/chain.svg", draw(sample, "O(a,b,1) O(b,c,2) C(b,3)").document());
}

TEST(Lamport, IsToldInWords) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  const Trace t = make_trace(sample.subject, sample.execute("O(b,c,2) C(b,3)"));
  EXPECT_EQ(lamport_in_words(t),
            "Processes: a b c d. Tick 1: a to b: log(b,m). a to d: log(d,m). Tick 2: b to c: "
            "log(c,m) is lost. a to b: log(b,m). a to d: log(d,m). Tick 3: b crashes. a to b: "
            "log(b,m). a to d: log(d,m). The invariant is violated: pre(m)");
}

TEST(Lamport, ShadesWhoIsCutOff) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"}, "", {.partitions = 1});
  const Trace t = make_trace(sample.subject, sample.execute("P(b c,2,3)"));
  EXPECT_THAT(lamport_in_words(t),
              HasSubstr(" Tick 2: b and c are cut off from the others from 2 to 3."));
  const std::string svg = lamport(t, "a run").document();
  EXPECT_THAT(svg, HasSubstr("<title>b and c are cut off from the others from 2 to 3</title>"));
  EXPECT_THAT(svg, HasSubstr("cut off by a partition"));
  EXPECT_THAT(draw(sample, "none").document(), Not(HasSubstr("cut off by a partition")));
}

TEST(Lamport, OfSpecificationsSaysNothingOfAnInvariant) {
  const Sample sample = specified_chain(false);
  const auto words = [&](const char* faults) {
    const Trace t = make_trace(sample.subject, sample.execute(faults));
    const std::string svg = lamport(t, "a run", JudgedBy::specifications).document();
    EXPECT_THAT(svg, Not(HasSubstr("invariant")));
    return lamport_in_words(t, JudgedBy::specifications);
  };
  EXPECT_THAT(words("none"), EndsWith(" Nothing is violated."));
  EXPECT_THAT(words("O(a,b,1) O(a,b,2)"), EndsWith(" Violated: lacks(m) late(m)@3"));
}

TEST(Lamport, DrawsTheTraceOfAnySubject) {
  Trace t;
  t.fspec = {3, 2, 1, {"client", "server"}};
  t.faults = FaultSet({Omission{NodeId(1), NodeId(0), Time(2)}});
  t.violated = {"reply(ok)"};
  const Message request{NodeId(0), NodeId(1), "request#0", 0, "request"};
  const Message reply{NodeId(1), NodeId(0), "reply#0", 1, "reply"};
  t.ticks = {{1, {}, {request}, {}}, {2, {}, {}, {reply}}, {3, {NodeId(1)}, {}, {}}};
  EXPECT_EQ(lamport_in_words(t),
            "Processes: client server. Tick 1: client to server: request#0. Tick 2: server to "
            "client: reply#0 is lost. Tick 3: server crashes. The invariant is violated: "
            "reply(ok)");
  const std::string svg = lamport(t, "a recording").document();
  for (const char* part : {"client", "server", "request#0", "reply#0"}) {
    EXPECT_THAT(svg, HasSubstr(part));
  }
}

TEST(Lamport, HostileTextStaysText) {
  const Sample sample(hostile_program(), 3, hostile_names());
  const std::string svg = draw(sample, "none").document();
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("<b>")));
  EXPECT_THAT(svg, Not(HasSubstr("\xe2\x80\xae")));
  EXPECT_THAT(svg, Not(HasSubstr("\x1b")));
  EXPECT_THAT(svg, HasSubstr(std::string(10'000, 'x'))) << "in full, for those who point at it";
  EXPECT_THAT(svg, HasSubstr("shortened: point at one"));
}

}  // namespace
}  // namespace ldfi::results
