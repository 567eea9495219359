#include "common/systems/client_calls.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

TEST(ClientCalls, OperationsAreInvokedOnceAndThenReturnOnce) {
  const std::string c1 = R"(, "client": "c1")";
  const std::string c2 = R"(, "client": "c2")";
  const std::string asked = header() + invoked(1, "5", "n0", c1);
  const std::vector<std::pair<std::string, std::string>> cases{
      {asked + returned(2, "5", c1), ""},
      {asked + returned(2, "5"), ""},
      {asked + returned(2, "5", c1 + R"(, "node": "n1")"), ""},
      {asked + invoked(1, R"("5")", "n0", c2) + returned(2, R"("5")", c2) + returned(2, "5", c1),
       ""},
      {asked + invoked(3, "4", "n1", c1) + returned(3, "4", c1) + returned(3, "5", c1), ""},
      {header() + at("invoke", 1, "n0") + at("invoke", 1, "n0"), ""},
      {header() + returned(1, "5", c1), "2: operation 5 returns, and no line above invokes it"},
      {header() + returned(1, "5", c1) + invoked(1, "5", "n0", c1),
       "2: operation 5 returns, and no line"},
      {asked + returned(2, "6", c1), "3: operation 6 returns, and no line above invokes it"},
      {asked + returned(2, "5", c1) + returned(3, "5", c1),
       "4: operation 5 returned on line 3 already"},
      {asked + returned(2, "5", c2),
       "3: operation 5 returns to client c2, and c1 invoked it on line 2"},
      {header() + invoked(1, "5", "n0") + returned(2, "5", c2),
       "3: operation 5 returns to client c2, and no client invoked it"},
      {asked + returned(2, "5", c1) + invoked(3, "5", "n1", c2),
       "4: operation 5 was invoked on line 2 already"},
      {asked + R"({"e": "return", "t": 2, "client": "c1"})" + "\n", "3: the return has no \"op\""},
      {asked + returned(2, "[5]"), "3: \"op\" must be an integer or a string"},
      {asked + returned(2, "\"" + std::string(5000, 'x') + "\""), "3: operation \"xxx"},
  };
  for (const auto& [text, want] : cases) {
    const std::string got = read(text + verdict()).problem();
    EXPECT_TRUE(want.empty() ? got.empty() : got.find(want) == 0) << got << "\n" << text;
    EXPECT_LT(got.size(), 200U);
  }
}

// The reader does not parse lines again that it has read before. Their order must still be checked.
TEST(ClientCalls, KnownLinesAreCheckedToo) {
  RecordingReader reader;
  std::vector<Diagnostic> problems;
  const std::string asked = invoked(1, "5", "n0");
  const std::string answer = returned(1, "5");
  EXPECT_TRUE(reader.read("a", header() + asked + answer + verdict(), FileId(0), problems));
  EXPECT_FALSE(reader.read("b", header() + answer + asked + verdict(), FileId(1), problems));
  ASSERT_EQ(problems.size(), 1U);
  EXPECT_EQ(problems[0].where.line, 2);
}

}  // namespace
}  // namespace ldfi::systems
