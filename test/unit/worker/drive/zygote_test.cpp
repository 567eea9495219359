#include "worker/drive/zygote.hpp"

#include <gtest/gtest.h>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

TEST(Zygote, StandsBeforeTheProgramOfTheCommand) {
  const auto command = Zygote::command({"python3", "node.py", "x"}, 1, true);
  ASSERT_EQ(command.size(), 6U);
  EXPECT_EQ(command[1], "-c");
  EXPECT_EQ(command[3], "clock");
  EXPECT_EQ(command[4], "node.py");
}

TEST(Zygote, NeedsAWordOfTheCommand) {
  EXPECT_THROW(Zygote::command({"python3"}, 1, false), InternalError);
}

}  // namespace
}  // namespace ldfi::drive
