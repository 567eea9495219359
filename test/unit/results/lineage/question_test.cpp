// Questions that somebody typed.
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "test/unit/results/lineage/support.hpp"
#include "test/unit/results/sample_subject.hpp"

namespace ldfi::results {
namespace {

TEST(Questions, AreReadWithCare) {
  const Sample sample(broadcast, 4, {"a", "b", "c"});
  EXPECT_THROW(ask(sample, "none", "lgo(b,m)"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@5"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,m)@x"), UsageError);
  EXPECT_THROW(ask(sample, "none", "log(b,other)@4"), UsageError);
  try {
    ask(sample, "none", "log(b,m)@1");
    FAIL() << "it holds at 2, not at 1";
  } catch (const UsageError& e) {
    EXPECT_STREQ(
        e.what(),
        "log(b,m) holds at 1 neither in this run nor in the failure-free one; this run has "
        "log(a,m) then");
  }
}

}  // namespace
}  // namespace ldfi::results
