#include "common/config/axis.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/config/option_table.hpp"
#include "common/config/option_value.hpp"

namespace ldfi::config {
namespace {

using ::testing::HasSubstr;

TEST(ReadValue, ReadsAxes) {
  const auto read = [](std::string_view text) -> std::string {
    const auto result = read_value(option("sweep-eot"), text);
    if (const auto* refusal = std::get_if<Refusal>(&result)) return refusal->message;
    const auto& values = std::get<std::vector<int>>(std::get<Value>(result));
    return fmt::format("{} ({})", fmt::join(values, " "), show_axis(values));
  };
  EXPECT_EQ(read("6"), "6 (6)");
  EXPECT_EQ(read("9, 4..6,20..30/5"), "4 5 6 9 20 25 30 (4..6,9,20..30/5)");
  EXPECT_EQ(read("1..6/3"), "1 4 (1,4)");
  EXPECT_EQ(read("7,5"), "5 7 (5,7)");
  EXPECT_THAT(read("6..4"), HasSubstr("the range from 6 to 4 is empty"));
  EXPECT_THAT(read("4..6,5"), HasSubstr("5 is given twice"));
  EXPECT_THAT(read("0"), HasSubstr("out of range: it must be 1..1000000"));
  EXPECT_THAT(read("1..1000001"), HasSubstr("out of range"));
  EXPECT_THAT(read("1..6/0"), HasSubstr("out of range"));
  EXPECT_THAT(read("1..100000"), HasSubstr("more than 10000 values are too many"));
  for (const char* bad : {"x", "1..", "..4", "1.4", "1...4", "4,", "1..6/", "1-4", "1..4..6"}) {
    EXPECT_THAT(read(bad), ::testing::AnyOf(HasSubstr("expected an integer"), HasSubstr("empty")))
        << bad;
  }
}

}  // namespace
}  // namespace ldfi::config
