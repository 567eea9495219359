#include "common/base/text.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/ids.hpp"

namespace ldfi {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(PlainWord, IsWhatNeedsNoQuotes) {
  for (const char* plain : {"a", "Node_1", "10.0.0.1", "what?", "a-b", "none"}) {
    EXPECT_TRUE(is_plain_word(plain)) << plain;
    EXPECT_EQ(word_or_quoted(plain), plain);
  }
  for (const char* other : {"", "two words", "a,b", "a(b", "n\xc3\xb6", "a\n"}) {
    EXPECT_FALSE(is_plain_word(other)) << other;
  }
}

TEST(WordOrQuoted, EscapesIntoQuotes) {
  EXPECT_EQ(word_or_quoted(""), "\"\"");
  EXPECT_EQ(word_or_quoted("two words"), "\"two words\"");
  EXPECT_EQ(word_or_quoted("a\"b\\c"), "\"a\\\"b\\\\c\"");
  EXPECT_EQ(word_or_quoted("\n\t\r"), "\"\\n\\t\\r\"");
  EXPECT_EQ(word_or_quoted("\x1b\xff"), "\"\\x1b\\xff\"");
  EXPECT_EQ(word_or_quoted("n\xc3\xb6"), "\"n\xc3\xb6\"");
}

TEST(Contract, SaysWhatFailedAndWhere) {
  try {
    LDFI_REQUIRE(1 > 2, "arithmetic holds");
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("precondition failed at text_test.cpp:"));
    EXPECT_THAT(e.what(), HasSubstr("arithmetic holds (1 > 2)"));
    EXPECT_THAT(e.what(), Not(HasSubstr("/")));
  }
  EXPECT_THROW(LDFI_ENSURE(false, ""), InternalError);
  EXPECT_NO_THROW(LDFI_ENSURE(true, ""));
}

TEST(InputError, SaysItsFirstProblem) {
  const InputError error(
      {{Severity::error, "x", {}, "first", {}}, {Severity::error, "y", {}, "second", {}}});
  EXPECT_STREQ(error.what(), "first");
  EXPECT_EQ(error.diagnostics().size(), 2U);
  EXPECT_STREQ(InputError(std::vector<Diagnostic>{}).what(), "invalid input");
}

TEST(Ids, AreOrderedAndCountFromZero) {
  EXPECT_LT(NodeId(1), NodeId(2));
  EXPECT_EQ(NodeId().index(), 0U);
  EXPECT_EQ(Time(3).next(), Time(4));
  EXPECT_EQ(Time().tick(), 0);
}

}  // namespace
}  // namespace ldfi
