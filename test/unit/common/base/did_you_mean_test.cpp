#include "common/base/did_you_mean.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(DidYouMean, ProposesANameInItsForm) {
  EXPECT_EQ(did_you_mean("two words"), "did you mean two words?");
  EXPECT_EQ(did_you_mean("two words", "else", NameForm::quoted), "did you mean \"two words\"?");
  EXPECT_EQ(did_you_mean("word", "else", NameForm::quoted), "did you mean word?");
  EXPECT_EQ(did_you_mean("word", "else", NameForm::code), "did you mean `word`?");
}

TEST(DidYouMean, SaysSomethingElseWithoutAName) {
  EXPECT_EQ(did_you_mean(""), "");
  EXPECT_EQ(did_you_mean("", "else", NameForm::quoted), "else");
}

TEST(DidYouMean, AnEmptyHintIsNoHint) {
  EXPECT_THAT(as_hints(""), IsEmpty());
  EXPECT_THAT(as_hints("a"), ElementsAre("a"));
  EXPECT_EQ(hint_line(""), "");
  EXPECT_EQ(hint_line("a"), "\n  hint: a");
}

}  // namespace
}  // namespace ldfi
