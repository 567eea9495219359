#include "common/base/scoped_timer.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <thread>

namespace ldfi {
namespace {

TEST(ScopedTimer, AddsUpWhateverEndsTheScope) {
  using std::chrono::milliseconds;
  std::uint64_t total = 0;
  {
    const ScopedTimer timer(total);
    std::this_thread::sleep_for(milliseconds(2));
  }
  EXPECT_GE(total, 2'000'000U);
  const std::uint64_t first = total;
  try {
    const ScopedTimer timer(total);
    std::this_thread::sleep_for(milliseconds(2));
    throw std::runtime_error("a budget ran out");
  } catch (const std::runtime_error&) {
  }
  EXPECT_GE(total, first + 2'000'000U);
}

}  // namespace
}  // namespace ldfi
