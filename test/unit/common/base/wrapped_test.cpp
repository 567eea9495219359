#include "common/base/wrapped.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(Wrapped, BreaksLinesAtTheWidth) {
  EXPECT_EQ(wrapped("", 10, 2), "");
  EXPECT_EQ(wrapped(" ab  cd\nef ", 10, 2), "ab cd ef");
  EXPECT_EQ(wrapped("ab cd ef", 9, 2), "ab cd\n  ef");
}

TEST(Wrapped, ALongWordHasALineOfItsOwn) {
  EXPECT_EQ(wrapped("ab longerthanaline cd", 9, 2), "ab\n  longerthanaline\n  cd");
  EXPECT_EQ(wrapped("longerthanaline", 9, 2), "longerthanaline");
}

TEST(Wrapped, TwoColumnsShareALineIfTheLeftOneIsShort) {
  EXPECT_EQ(two_columns("-a", "one two", 9, 4), "-a  one\n    two\n");
  EXPECT_EQ(two_columns("-ab", "one", 9, 4), "-ab\n    one\n");
}

}  // namespace
}  // namespace ldfi
