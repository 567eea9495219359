#include "results/trace/trace.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Sample chain() {
  return {chain_program, 4, {"a", "b", "c", "d"}};
}

TEST(Trace, SaysWhichMessagesMatter) {
  const Sample f = chain();
  const Trace t = trace(f.subject, f.execute("none"));
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

TEST(Trace, OfAViolationWhatWasPromisedMatters) {
  const Sample f = chain();
  const Trace t = trace(f.subject, f.execute("O(b,c,2) C(b,3)"));
  EXPECT_THAT(t.pre, ElementsAre("pre(m)"));
  EXPECT_THAT(t.post, IsEmpty());
  ASSERT_TRUE(t.matter.has_value());
  EXPECT_THAT(*t.matter, IsEmpty());  // a has it from the beginning
}

TEST(State, IsByNodeAndSaysWhatIsNew) {
  const Sample f = chain();
  std::string text;
  for (const Held& h : state(f.subject, f.execute("none"), Time(2))) {
    if (!h.text.starts_with("next")) {
      text +=
          (h.node ? f.subject.fspec().name(*h.node) : "-") + (h.fresh ? "+" : " ") + h.text + " ";
    }
  }
  EXPECT_EQ(text, "a log(a,m) b+log(b,m) d+log(d,m) - pre(m) ");
}

}  // namespace
}  // namespace ldfi::results
