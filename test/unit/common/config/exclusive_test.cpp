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
  EXPECT_THAT(problems({"traces", "eot"}),
              ElementsAre("--eot does not work with traces (--traces): leave it out"));
  EXPECT_THAT(problems({"traces", "program"}),
              ElementsAre("--traces reads a folder of recordings: name no other file"));
}

TEST(ExclusiveOptions, OfProofsAndCounts) {
  EXPECT_THAT(problems({"program", "forever", "eot"}),
              ElementsAre("--eot does not work with a proof for every EOT (prove, --forever): "
                          "leave it out"));
  EXPECT_THAT(problems({"program", "count", "spec"}),
              ElementsAre("--spec does not work with a count of fault sets (count, --count): "
                          "leave it out"));
  EXPECT_THAT(problems({"program", "count", "forever"}),
              ElementsAre("a proof for every EOT (prove, --forever) and a count of fault sets "
                          "(count, --count) exclude each other: choose one of them"));
}

}  // namespace
}  // namespace ldfi::config
