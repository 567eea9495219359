#include "common/base/contract.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ldfi {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(Contract, SaysWhatFailedAndWhere) {
  try {
    LDFI_REQUIRE(1 > 2, "arithmetic holds");
    FAIL();
  } catch (const InternalError& e) {
    EXPECT_THAT(e.what(), HasSubstr("precondition failed at contract_test.cpp:"));
    EXPECT_THAT(e.what(), HasSubstr("arithmetic holds (1 > 2)"));
    EXPECT_THAT(e.what(), Not(HasSubstr("/")));
  }
  EXPECT_THROW(LDFI_ENSURE(false, ""), InternalError);
  EXPECT_NO_THROW(LDFI_ENSURE(true, ""));
}

}  // namespace
}  // namespace ldfi
