#include "common/systems/script.hpp"

#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

TEST(ScriptTest, FindsTheProgramThatPythonRuns) {
  EXPECT_EQ(place_of_script({"python3", "node.py"}), 1U);
  EXPECT_EQ(place_of_script({"/usr/bin/python3.11", "-u", "-OO", "node.py", "-x", "3"}), 3U);
  EXPECT_EQ(place_of_script({"./python", "-I", "a b.py"}), 2U);
}

TEST(ScriptTest, FindsNoneInOtherCommands) {
  EXPECT_EQ(place_of_script({"node", "node.py"}), 0U);
  EXPECT_EQ(place_of_script({"pythonic", "node.py"}), 0U);
  EXPECT_EQ(place_of_script({"python3"}), 0U);
  EXPECT_EQ(place_of_script({"python3", "-u"}), 0U);
  EXPECT_EQ(place_of_script({"python3", "-m", "node"}), 0U);
  EXPECT_EQ(place_of_script({"python3", "-c", "pass"}), 0U);
  EXPECT_EQ(place_of_script({"python3", ""}), 0U);
  EXPECT_EQ(place_of_script({""}), 0U);
}

}  // namespace
}  // namespace ldfi::systems
