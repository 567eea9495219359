#include "results/views/systems/replay.hpp"

#include <gtest/gtest.h>

namespace ldfi::results {
namespace {

TEST(ReplayCommand, NamesSeedsThatAreNotTheDefault) {
  EXPECT_EQ(replay_command("a.yaml", "O(n0,n1,m#0)", 1),
            "ldfi-farm a.yaml --replay 'O(n0,n1,m#0)'");
  EXPECT_EQ(replay_command("a.yaml", "none", 1, {"eot=1s", "crashes=2"}),
            "ldfi-farm a.yaml --replay none --eot=1s --crashes=2");
  EXPECT_EQ(replay_command("my runs/a.yaml", "none", 1, {"sweep=it's"}),
            "ldfi-farm 'my runs/a.yaml' --replay none '--sweep=it'\\''s'");
  EXPECT_EQ(replay_command("a.yaml", "none", 7), "ldfi-farm a.yaml --replay none --seed 7");
}

}  // namespace
}  // namespace ldfi::results
