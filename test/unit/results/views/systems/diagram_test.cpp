#include "results/views/systems/diagram.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <regex>

#include "test/unit/results/system_sample.hpp"

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string drawn(const std::string& text) {
  return diagram(read_history("x", text), nullptr, "counterexample f1").fragment();
}

TEST(Diagram, ShowsLossesDelaysCrashesAndClients) {
  const std::string svg = drawn(bad_recording());
  EXPECT_THAT(svg, HasSubstr("class=\"lost\""));
  EXPECT_THAT(svg, HasSubstr("class=\"late\""));
  EXPECT_THAT(svg, HasSubstr(">crash</text>"));
  EXPECT_THAT(svg, HasSubstr(">restart</text>"));
  EXPECT_THAT(svg, HasSubstr(">c2: read → read_ok messages=[]</text>"));
  EXPECT_THAT(svg, HasSubstr("100 was acknowledged, and n1 does not have it"));
  EXPECT_THAT(svg, HasSubstr("class=\"dead\"")) << "n1 is down for a while";
}

/// Returns the position of a text in the drawing.
Point place_of(const std::string& svg, const std::string& text) {
  const std::regex pattern("<text[^>]* x=\"([0-9.]+)\" y=\"([0-9.]+)\"[^>]*>" + text + "</text>");
  std::smatch found;
  if (!std::regex_search(svg, found, pattern)) throw std::runtime_error(text + " is not there");
  return {std::stod(found[1]), std::stod(found[2])};
}

TEST(Diagram, LabelsOfMessagesThatMeetStandApart) {
  const std::string there = R"("n0","n1","question",0)";
  const std::string back = R"("n1","n0","question",1)";
  const std::string svg =
      drawn(system_header("") + asked(50, 0, "c1", "n0", R"({"type":"read"})") +
            sends(50, there, "ok", 60) + asked(50, 1, "c2", "n1", R"({"type":"read"})") +
            sends(50, back, "ok", 60) + gets(60, there) + gets(60, back) +
            "{\"e\":\"verdict\",\"result\":\"pass\"}\n");
  const Point one = place_of(svg, "question#0");
  const Point other = place_of(svg, "question#1");
  constexpr double width = 67;  // width of ten letters, in pixels
  EXPECT_TRUE(std::abs(one.x - other.x) > width || std::abs(one.y - other.y) >= 13);
}

TEST(Diagram, LeavesOutServicesThatNobodyUses) {
  EXPECT_THAT(drawn(bad_recording()), Not(HasSubstr("lin-kv")));
}

TEST(Diagram, EscapesWhatNodesSay) {
  const std::string text =
      system_header("") +
      asked(1, 0, "<script>alert(1)</script>", "n0", R"({"type":"read","x":"</text><script>"})") +
      R"({"e":"verdict","result":"fail","violated":["<img src=x>"]})"
      "\n";
  EXPECT_THAT(drawn(text), Not(HasSubstr("<script>")));
  EXPECT_THAT(drawn(text), Not(HasSubstr("<img")));
  EXPECT_THAT(drawn(text), HasSubstr("&lt;img src=x&gt;"));
}

}  // namespace
}  // namespace ldfi::results
