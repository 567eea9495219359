#include "common/base/errors.hpp"

#include <gtest/gtest.h>

namespace ldfi {
namespace {

TEST(InputError, SaysItsFirstProblem) {
  const InputError error(
      {{Severity::error, "x", {}, "first", {}}, {Severity::error, "y", {}, "second", {}}});
  EXPECT_STREQ(error.what(), "first");
  EXPECT_EQ(error.diagnostics().size(), 2U);
  EXPECT_STREQ(InputError(std::vector<Diagnostic>{}).what(), "invalid input");
}

}  // namespace
}  // namespace ldfi
