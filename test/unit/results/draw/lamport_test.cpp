#include "results/draw/lamport.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "results/draw/lamport_layout.hpp"
#include "results/draw/text_fit.hpp"
#include "test/unit/results/golden.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

Svg draw(const Sample& sample, const std::string& faults) {
  const Trace t = trace(sample.subject, sample.execute(faults));
  return lamport(sample.subject, t, "a fault set");
}

TEST(Lamport, Golden) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  expect_golden("draw/chain.svg", draw(sample, "O(a,b,1) O(b,c,2) C(b,3)").document());
}

TEST(Lamport, IsToldInWords) {
  const Sample sample(chain_program, 4, {"a", "b", "c", "d"});
  const Trace t = trace(sample.subject, sample.execute("O(b,c,2) C(b,3)"));
  EXPECT_EQ(lamport_in_words(sample.subject, t),
            "Processes: a b c d. Tick 1: a to b: log(b,m). a to d: log(d,m). Tick 2: b to c: "
            "log(c,m) is lost. a to b: log(b,m). a to d: log(d,m). Tick 3: b crashes. a to b: "
            "log(b,m). a to d: log(d,m). The invariant is violated: pre(m)");
}

// Five nodes that tell each other everything, for 22 ticks.
std::string crowd() {
  std::string out;
  const std::string names = "abcde";
  for (const char x : names) {
    for (const char y : names) {
      if (x != y) out += std::string("peer(\"") + x + "\",\"" + y + "\")@1;";
    }
    out += std::string("val(\"") + x + "\",\"from " + x + "\")@1;";
  }
  return out + R"(
peer(X,Y)@next :- peer(X,Y);
val(X,V)@next :- val(X,V);
val(Y,V)@async :- val(X,V), peer(X,Y);
hello(Y,X)@async :- peer(X,Y);
pre(V) :- val("a",V);
post(V) :- val("b",V);
)";
}

TEST(LamportLayout, LabelsNeverTouch) {
  const Sample sample(crowd(), 22, {"a", "b", "c", "d", "e"});
  const Trace t = trace(sample.subject, sample.execute("O(a,b,3) O(c,d,3) O(a,e,4) C(b,9)"));
  const LamportLayout layout = lay_out(t, sample.subject, 100);
  std::size_t messages = 0;
  ASSERT_EQ(layout.bands.size(), 22U);
  for (const Band& band : layout.bands) {
    struct Box {
      double left, right, top, bottom;
    };
    std::vector<Box> boxes;
    for (const PlacedArrow& a : band.arrows) {
      for (const LabelLine& line : a.arrow.lines) messages += line.count;
      ASSERT_GT(a.label.x, 0) << "every label has its place";
      for (std::size_t i = 0; i < a.texts.size(); ++i) {
        const double half = static_cast<double>(display_width(a.texts[i])) * column_width / 2;
        const double y = a.label.y + static_cast<double>(i) * line_height;
        boxes.push_back({a.label.x - half, a.label.x + half, y - 10, y + 2});
      }
    }
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        EXPECT_FALSE(boxes[i].left < boxes[j].right && boxes[j].left < boxes[i].right &&
                     boxes[i].top < boxes[j].bottom && boxes[j].top < boxes[i].bottom)
            << "tick " << band.tick;
      }
    }
  }
  std::size_t sent = 0;
  for (const Tick& tick : t.ticks) sent += tick.arrived.size() + tick.lost.size();
  EXPECT_EQ(messages, sent);
  EXPECT_GT(messages, 1000U);
}

TEST(Groups, MergeWhatDiffersInOneColumn) {
  const Sample sample(R"(
send("a", "b", 1)@1; send("a", "b", 2)@1; send("a", "b", 3)@1; pair("a", "b", 1, 2)@1;
pair("a", "b", 3, 4)@1;
got(Y, X, I)@async :- send(X, Y, I);
both(Y, I, J)@async :- pair(X, Y, I, J);
pre(X) :- got(X, _, _);
post(X) :- got(X, _, _);
)",
                      3, {"a", "b"});
  const Trace t = trace(sample.subject, sample.execute("none"));
  const auto found = arrows(t, t.ticks[0], sample.subject.program());
  ASSERT_EQ(found.size(), 1U);
  std::vector<std::string> texts;
  for (const LabelLine& line : found[0].lines) texts.push_back(line.text);
  EXPECT_THAT(texts, ElementsAre("got(b,a,{1,2,3})", "both(b,1,2)", "both(b,3,4)"));
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
