#include "worker/sandbox/descriptors.hpp"

#include <gtest/gtest.h>

#include "worker/sandbox/confinement.hpp"

namespace ldfi::sandbox {
namespace {

constexpr std::uint64_t usual = 212'992;

TEST(DescriptorsTest, FullBuffersStayWithinTheBytes) {
  for (const std::uint64_t bytes : {128'000'000U, 512'000'000U, 1'500'000'000U}) {
    const std::uint64_t count = descriptors_within(bytes, usual);
    EXPECT_LE(count * 2 * usual, bytes);
    EXPECT_GT((count + 1) * 2 * usual, bytes);
  }
}

TEST(DescriptorsTest, ThereAreEnoughForARuntimeAndNotMoreThanBefore) {
  EXPECT_EQ(descriptors_within(0, usual), 256U);
  EXPECT_EQ(descriptors_within(std::uint64_t{1} << 40U, usual), most_descriptors);
}

TEST(DescriptorsTest, APipeHoldsMoreThanASmallSocket) {
  EXPECT_EQ(descriptors_within(300 * 65'536, 1), 300U);
}

TEST(DescriptorsTest, EachMachineHasABuffer) {
  EXPECT_GT(socket_buffer(), 4096U);
}

}  // namespace
}  // namespace ldfi::sandbox
