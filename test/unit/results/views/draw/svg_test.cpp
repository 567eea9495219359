#include "results/views/draw/svg.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(XmlText, EscapesWhatIsMarkup) {
  EXPECT_EQ(xml_text("<a href=\"x\">'&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;");
  EXPECT_EQ(xml_text("tab\tline\nnul\x01"), "tab line\\x0anul\\x01");
  EXPECT_EQ(xml_text("\xe2\x80\xae \xff"), "\\xe2\\x80\\xae \\xff");
  EXPECT_EQ(xml_text("größe 日本"), "größe 日本");
}

TEST(Svg, IsAPictureWithAName) {
  Svg svg(10, 20.5, "the <title>", "what it shows");
  svg.text({1, 2.25}, "a & b", "label", Anchor::middle);
  const std::string fragment = svg.fragment();
  EXPECT_THAT(fragment, HasSubstr("role=\"img\""));
  EXPECT_THAT(fragment, HasSubstr("<title>the &lt;title&gt;</title>"));
  EXPECT_THAT(fragment, HasSubstr("<desc>what it shows</desc>"));
  EXPECT_THAT(
      fragment,
      HasSubstr(
          "<text class=\"label\" x=\"1\" y=\"2.25\" text-anchor=\"middle\">a &amp; b</text>"));
  EXPECT_THAT(fragment, Not(HasSubstr("<style>")));
  EXPECT_THAT(svg.document(), HasSubstr("<style>"));
}

TEST(Svg, NumbersAreShort) {
  EXPECT_EQ(number(2), "2");
  EXPECT_EQ(number(2.126), "2.13");
  EXPECT_EQ(number(-0.001), "0");
}

}  // namespace
}  // namespace ldfi::results
