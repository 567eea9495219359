#include "common/systems/shape.hpp"

#include <gtest/gtest.h>

#include "test/unit/common/systems/recorded.hpp"

namespace ldfi::systems {
namespace {

Shape shape(const std::string& text) {
  const Read found = read(text);
  EXPECT_TRUE(found.recording) << found.problem();
  return shape_of(*found.recording);
}

TEST(Shape, IsTheSameForTheSameExecution) {
  const std::string text = header() + sent(1) + received(11) + verdict();
  EXPECT_EQ(shape(text).whole, shape(text).whole);
  EXPECT_NE(shape(text).whole, shape(header() + sent(2) + received(11) + verdict()).whole);
}

TEST(Shape, BeforeTheFirstFaultItDoesNotKnowTheFault) {
  const std::string lost =
      header({"O(n0,n1,m#0)"}) + at("timer", 1, "n0") + sent(1, "lost") + verdict();
  const std::string crashed =
      header({"C(n0,#2)"}) + at("timer", 1, "n0") + at("crash", 9, "n0") + verdict();
  EXPECT_EQ(shape(lost).before, shape(crashed).before);
  EXPECT_NE(shape(lost).whole, shape(crashed).whole);
  const std::string later =
      header({"O(n0,n1,m#0)"}) + at("timer", 2, "n0") + sent(2, "lost") + verdict();
  EXPECT_NE(shape(lost).before, shape(later).before);
}

TEST(Shape, AFateIsPartOfIt) {
  EXPECT_NE(shape(header({"O(n0,n1,m#0)"}) + sent(1, "lost") + verdict()).whole,
            shape(header() + sent(1, "ok", 0, R"(, "arrive": 11)") + verdict()).whole);
}

}  // namespace
}  // namespace ldfi::systems
