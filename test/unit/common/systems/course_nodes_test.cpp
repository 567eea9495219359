#include <gtest/gtest.h>

#include "test/unit/common/systems/followed.hpp"

namespace ldfi::systems {
namespace {

// If messages could be sent outside of activations, a recording might count them to the wrong
// activation. Then a search would miss the crash before such a message.
TEST(CourseOfNodes, WhereNodesCrashMidwayWhatTheySayBelongsToAnActivation) {
  const std::string midway =
      header_of(R"x(, "crashes": 1, "midway": true, "restarts": {"most": 1, "down": [4]})x");
  const std::string back =
      header_of(R"x(, "crashes": 1, "midway": true, "restarts": {"most": 1, "down": [4]})x",
                {"C(n0,#2,+4ns)"});
  const std::string crash = R"x({"e": "crash", "t": 12, "node": "n0", "back": 16})x"
                            "\n";
  const auto says = [](int time, int number, bool starting = false) {
    return sent(
        time, "ok", number,
        fmt::format(R"x(, "arrive": {}{})x", time + 90, starting ? R"x(, "starting": true)x" : ""));
  };
  const auto gets = [](int time) {
    return fmt::format(
        R"x({{"e": "send", "t": 0, "id": ["n1", "n0", "m", 0], "fate": "ok", "arrive": {0}}})x"
        "\n"
        R"x({{"e": "recv", "t": {0}, "id": ["n1", "n0", "m", 0]}})x"
        "\n",
        time);
  };
  const std::string answer = returned(10, "0", R"x(, "node": "n0")x");
  expect_problems({
      {midway + says(0, 0) + gets(10) + says(10, 1), ""},
      {midway + at("timer", 5, "n0") + says(10, 0) + at("timer", 10, "n0"),
       "3: n0 sends or answers this at 10, but its last activation was at 5"},
      {midway + says(10, 0) + at("timer", 10, "n0"),
       "2: n0 sends or answers this at 10, but it had no activation before"},
      {midway + says(10, 0, true) + at("timer", 10, "n0") + says(10, 1), ""},
      {midway + at("timer", 5, "n0") + says(10, 0, true), "3: n0 is not starting"},
      {midway + invoked(5, "0", "n0") + says(5, 0) + answer,
       "4: n0 sends or answers this at 10, but its last activation was at 5"},
      {midway + invoked(10, "0", "n0") + says(10, 0) + answer, ""},
      {back + at("timer", 1, "n0") + crash + at("restart", 16, "n0") + says(16, 0) +
           says(17, 1, true),
       ""},
      {back + at("timer", 1, "n0") + crash + at("restart", 16, "n0") + says(17, 0),
       "5: n0 sends or answers this at 17, but its last activation was at 12"},
      {header() + at("timer", 5, "n0") + says(10, 0), ""},
  });
}

TEST(CourseOfNodes, WhatNobodyHeardHasNoAnswer) {
  const std::string down = header({"C(n1,#1)"}) + at("crash", 12, "n1");
  const std::string waits = R"x(, "waits": true)x";
  const std::string still = header_of(R"x(, "crashes": 1, "pauses": {"most": 1, "for": [9]})x",
                                      {"C(n1,#1)", "S(n1,#1,+9ns)"}) +
                            R"x({"e": "pause", "t": 11, "node": "n1", "back": 20})x"
                            "\n";
  expect_problems({
      {down + invoked(13, "7", "n1") + returned(14, "7"),
       "4: operation 7 returns, but its node was down before it received the operation"},
      {down + invoked(13, "7", "n0") + returned(14, "7"), ""},
      {still + invoked(15, "7", "n1", waits) + at("crash", 20, "n1") + returned(21, "7"),
       "5: operation 7 returns, but its node was down before it received the operation"},
  });
}

}  // namespace
}  // namespace ldfi::systems
