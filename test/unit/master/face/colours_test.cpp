#include "master/face/colours.hpp"

#include <gtest/gtest.h>

namespace ldfi::app {
namespace {

TEST(Colours, TheVerdictHasOneOfItsOwn) {
  EXPECT_EQ(with_colours("verdict       certified\nverdict  certified\n"),
            "verdict       \x1b[1;32mcertified\x1b[0m\nverdict  certified\n");
  EXPECT_EQ(with_colours("verdict       counterexample"),
            "verdict       \x1b[1;31mcounterexample\x1b[0m");
  EXPECT_EQ(with_colours("verdict       vacuous (x)\n"),
            "verdict       \x1b[1;33mvacuous\x1b[0m (x)\n");
}

TEST(Colours, HeadingsOfCounterexamplesStandOut) {
  EXPECT_EQ(with_colours("a\n\ncounterexample (2 faults)\n  faults\n"),
            "a\n\n\x1b[1;31mcounterexample (2 faults)\x1b[0m\n  faults\n");
}

TEST(Colours, OtherTextStaysAsItIs) {
  for (const char* text : {"", "\n", "verdict", "{\"verdict\":\"certified\"}\n", "a\nb", "a\n\n"}) {
    EXPECT_EQ(with_colours(text), text);
  }
}

}  // namespace
}  // namespace ldfi::app
