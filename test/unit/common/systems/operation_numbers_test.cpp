#include "common/systems/operation_numbers.hpp"

#include <gtest/gtest.h>

namespace ldfi::systems {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(OperationNumbersTest, ReadsNumbersAndRangesInAnyOrder) {
  EXPECT_EQ(read_operation_numbers("3"), Numbers({3}));
  EXPECT_EQ(read_operation_numbers("7,0,2..4"), Numbers({0, 2, 3, 4, 7}));
  EXPECT_EQ(read_operation_numbers("5..5,999999"), Numbers({5, 999'999}));
  EXPECT_EQ(read_operation_numbers("none"), Numbers());
}

TEST(OperationNumbersTest, RefusesWhatIsNoSuchText) {
  for (const char* text : {"", ",", "1,", ",1", "x", "-1", "1..", "..1", "2..1", "1,1", "1..3,2",
                           "1000000", "0..1000000", "1 ", "1...2", "1;2", "99999999999999999999"}) {
    EXPECT_EQ(read_operation_numbers(text), std::nullopt) << text;
  }
}

TEST(OperationNumbersTest, WritesWhatItReads) {
  EXPECT_EQ(operation_numbers_text({4}), "4");
  EXPECT_EQ(operation_numbers_text({0, 1, 5}), "0,1,5");
  EXPECT_EQ(operation_numbers_text({0, 1, 2, 5, 7, 8, 9, 10}), "0..2,5,7..10");
  for (std::uint32_t bits = 0; bits < 1U << 9U; ++bits) {
    Numbers some;
    for (std::uint32_t i = 0; i < 9; ++i) {
      if (((bits >> i) & 1U) != 0) some.push_back(i);
    }
    EXPECT_EQ(read_operation_numbers(operation_numbers_text(some)), some);
  }
}

}  // namespace
}  // namespace ldfi::systems
