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

TEST(ReplayCommand, KeepsWhatSaysWhatRuns) {
  EXPECT_EQ(replay_command({"/x/ldfi-farm", "p.ded", "-I", "lib", "-D", "LEASE=7", "-t", "4",
                            "--stop", "all", "-f3", "--param=LEADER=a"},
                           "none", std::nullopt),
            "ldfi-farm p.ded -I lib -D LEASE=7 -t 4 -f3 --param=LEADER=a --replay none");
}

}  // namespace
}  // namespace ldfi::config
