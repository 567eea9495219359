#include "results/views/draw/lamport_layout.hpp"

#include <gtest/gtest.h>

#include "results/views/draw/text_fit.hpp"
#include "results/views/trace/traces.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

// Five nodes that send all values to each other at every tick.
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
  const Trace t = make_trace(sample.subject, sample.execute("O(a,b,3) O(c,d,3) O(a,e,4) C(b,9)"));
  const LamportLayout layout = lay_out(t, 100);
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

}  // namespace
}  // namespace ldfi::results
