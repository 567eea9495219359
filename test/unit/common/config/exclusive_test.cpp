#include "common/config/exclusive.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ldfi::config {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> problems(const std::set<std::string, std::less<>>& given) {
  return exclusive_options([&given](std::string_view name) { return given.contains(name); }, false);
}

TEST(ExclusiveOptions, OfOneProgram) {
  EXPECT_THAT(problems({"program", "check", "quiet"}), IsEmpty());
  EXPECT_THAT(problems({"program", "check", "replay"}),
              ElementsAre("--check and --replay exclude each other"));
  EXPECT_THAT(problems({"program", "next"}), ElementsAre("--next needs --traces"));
}

TEST(ExclusiveOptions, OfRecordings) {
  EXPECT_THAT(problems({"traces", "next", "level", "solver", "quiet"}), IsEmpty());
  EXPECT_THAT(problems({"traces", "eot"}), ElementsAre("--traces and --eot exclude each other"));
  EXPECT_THAT(problems({"traces", "program"}),
              ElementsAre("--traces reads a folder of recordings: name no other file"));
}

}  // namespace
}  // namespace ldfi::config
