#include "common/config/replay_command.hpp"

#include <gtest/gtest.h>

namespace ldfi::config {
namespace {

TEST(ShellQuoted, GivesTheArgumentBack) {
  EXPECT_EQ(config::shell_quoted("a/b-c.ded"), "a/b-c.ded");
  EXPECT_EQ(config::shell_quoted(""), "''");
  EXPECT_EQ(config::shell_quoted("O(a,b,1)"), "'O(a,b,1)'");
  EXPECT_EQ(config::shell_quoted("it's"), "'it'\\''s'");
  EXPECT_EQ(config::shell_quoted("?"), "'?'");
  EXPECT_EQ(config::shell_quoted("\x1b'\\"), "$'\\x1b\\x27\\x5c'");
}

}  // namespace
}  // namespace ldfi::config
