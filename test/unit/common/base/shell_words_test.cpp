#include "common/base/shell_words.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(ShellQuoted, GivesTheArgumentBack) {
  EXPECT_EQ(shell_quoted("a/b-c.ded"), "a/b-c.ded");
  EXPECT_EQ(shell_quoted(""), "''");
  EXPECT_EQ(shell_quoted("O(a,b,1)"), "'O(a,b,1)'");
  EXPECT_EQ(shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_quoted("?"), "'?'");
  EXPECT_EQ(shell_quoted("\x1b'\\"), "$'\\x1b\\x27\\x5c'");
}

TEST(ShellCommand, QuotesEachWord) {
  EXPECT_EQ(shell_command({"ldfi-farm", "a b.yaml", "-t", "6"}), "ldfi-farm 'a b.yaml' -t 6");
  EXPECT_EQ(shell_command({}), "");
}

}  // namespace
}  // namespace ldfi
