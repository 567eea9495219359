#include "worker/drive/guarded_page.hpp"

#include <gtest/gtest.h>

#include <array>

#include "common/base/contract.hpp"

namespace ldfi::drive {
namespace {

TEST(GuardedPage, NeedsAPage) {
  std::array<char, 8> page{};
  EXPECT_THROW(guard_page(nullptr, page.size()), InternalError);
  EXPECT_THROW(guard_page(page.data(), 0), InternalError);
  EXPECT_FALSE(is_page_lost(page.data()));
}

}  // namespace
}  // namespace ldfi::drive
