#include "results/systems/diagram.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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
