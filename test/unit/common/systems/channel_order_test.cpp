#include "common/systems/channel_order.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/systems/course.hpp"
#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

using ::testing::HasSubstr;

/// Returns the first problem of a recording with these events. The message m#0 is late and arrives
/// at 16.
std::string in_order(const std::string& events, const std::string& order = "fifo") {
  const std::string spec = fmt::format(R"x(, "delays": {{"values": [5]}}, "order": "{}")x", order);
  Read found = read(header_of(spec, {"D(n0,n1,m#0,+5ns)"}) +
                    sent(1, "late", 0, R"x(, "arrive": 16)x") + events + verdict());
  if (found.recording) follow(*found.recording, found.problems);
  return found.problem();
}

TEST(ChannelOrder, WhatIsSentLaterWaits) {
  EXPECT_EQ(in_order(sent(2, "ok", 1) + received(16) + received(16, 1)), "");
  EXPECT_EQ(in_order(sent(2, "ok", 1) + received(12, 1) + received(16), "any"), "");
  EXPECT_THAT(
      in_order(sent(2, "ok", 1) + received(12, 1) + received(16)),
      HasSubstr("4: n0,n1,m#1 overtakes an earlier message: the order of the spec is fifo"));
  EXPECT_THAT(in_order(sent(2, "ok", 1) + received(16, 1) + received(16)),
              HasSubstr("5: n0,n1,m#0 was overtaken by a later message"));
}

TEST(ChannelOrder, WhatDoesNotArriveHasATimeAsWell) {
  const auto second = [](int arrives) {
    return sent(2, "ok", 1, fmt::format(R"x(, "arrive": {})x", arrives));
  };
  EXPECT_EQ(in_order(second(16)), "");
  EXPECT_THAT(
      in_order(second(15)),
      HasSubstr(
          "3: it arrives at 15, before an earlier message from n0 to n1, which arrives at 16"));
  EXPECT_EQ(in_order(second(15), "any"), "");
}

TEST(ChannelOrder, NobodyWaitsForWhatIsLost) {
  const std::string spec = R"x(, "duplicates": {"most": 1, "after": [9]}, "order": "fifo")x";
  Read found = read(header_of(spec, {"O(n0,n1,m#0)"}) + sent(1, "lost", 0, R"x(, "arrive": 30)x") +
                    sent(2, "ok", 1) + received(12, 1) + verdict());
  ASSERT_TRUE(found.recording);
  follow(*found.recording, found.problems);
  EXPECT_EQ(found.problem(), "");
}

TEST(ChannelOrder, TheSecondTimeIsWaitedForToo) {
  const auto problem = [](int second) {
    const std::string spec = R"x(, "duplicates": {"most": 1, "after": [9]}, "order": "fifo")x";
    Read found = read(header_of(spec, {"U(n0,n1,m#0,+9ns)"}) +
                      sent(1, "doubled", 0, R"x(, "arrive": 11, "again": 20)x") + sent(2, "ok", 1) +
                      received(11) + (second < 20 ? received(second, 1) : "") + received(20) +
                      (second < 20 ? "" : received(second, 1)) + verdict());
    if (found.recording) follow(*found.recording, found.problems);
    return found.problem();
  };
  EXPECT_EQ(problem(20), "");
  EXPECT_THAT(problem(12), HasSubstr("n0,n1,m#1 overtakes an earlier message"));
}

TEST(ChannelOrder, IsOfEachChannel) {
  const std::string other = R"x({"e": "send", "t": 3, "id": ["n1", "n0", "m", 0], "fate": "ok"})x"
                            "\n"
                            R"x({"e": "recv", "t": 13, "id": ["n1", "n0", "m", 0]})x"
                            "\n";
  EXPECT_EQ(in_order(other + received(16)), "");
}

TEST(ChannelOrder, IsAnyOrFifo) {
  EXPECT_THAT(in_order("", "lifo"),
              HasSubstr("\"order\" must be \"any\", \"fifo\" or \"connection\""));
}

}  // namespace
}  // namespace ldfi::systems
