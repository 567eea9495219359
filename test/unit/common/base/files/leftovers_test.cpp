// Files that killed processes left behind are found.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "test/unit/common/base/files/fixture.hpp"

namespace ldfi::files {
namespace {

TEST_F(FilesTest, LeftoversGoAndWhatOthersHaveStays) {
  const File at_work = fresh("x.h5", "half");
  const std::string living = fs::path(at_work.path()).filename();
  put("x.h5.tmp-0123456789abcdef", "of a killed process");
  for (const std::string users :
       {"x.h5.tmp-2026", "x.h5.tmp-0123456789abcdeg", "y.h5.tmp-0123456789abcdef"}) {
    put(users, "precious");
  }
  fs::create_directory(path("x.h5.tmp-0000000000000000"));
  fs::create_symlink("y", path("x.h5.tmp-0000000000000001"));
  remove_leftovers({path("y"), path("x.h5")});
  EXPECT_THAT(listing(),
              testing::UnorderedElementsAre(
                  living, "x.h5.tmp-2026", "x.h5.tmp-0123456789abcdeg", "y.h5.tmp-0123456789abcdef",
                  "x.h5.tmp-0000000000000000", "x.h5.tmp-0000000000000001"));
}

}  // namespace
}  // namespace ldfi::files
