#include "common/config/option_value.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/config/option_table.hpp"

namespace ldfi::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// Returns the value as text, or the error message.
template <class T>
std::string read_as(std::string_view name, std::string_view text) {
  const auto result = read_value(option(name), text);
  if (const auto* refusal = std::get_if<Refusal>(&result)) return refusal->message;
  const T value = std::get<T>(std::get<Value>(result));
  if constexpr (std::is_same_v<T, std::string>) {
    return value;
  } else {
    return fmt::format("{}", value);
  }
}

TEST(ReadValue, ReadsIntegers) {
  const auto read = [](std::string_view text) { return read_as<std::uint64_t>("eot", text); };
  EXPECT_EQ(read("1"), "1");
  EXPECT_EQ(read("1000000"), "1000000");
  EXPECT_EQ(read_as<std::uint64_t>("seed", "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(read_as<std::uint64_t>("seed", "0"), "0");
  EXPECT_THAT(read("00"), HasSubstr("leading zero"));
  EXPECT_THAT(read("0"), HasSubstr("out of range: it must be 1..1000000"));
  EXPECT_THAT(read("-5"), HasSubstr("-5 is out of range"));
  EXPECT_THAT(read("1000001"), HasSubstr("out of range"));
  EXPECT_THAT(read("99999999999999999999999"), HasSubstr("out of range"));
  for (const char* bad : {"x", "1.0", "1e3", "+1", " 1", "1 ", "0x1", "1_000", "--1", "-"}) {
    EXPECT_THAT(read(bad), HasSubstr("expected an integer")) << bad;
  }
  EXPECT_EQ(read(""), "the value is empty");
  EXPECT_EQ(read(std::string_view("1\0", 2)), "a NUL byte is not allowed here");
}

TEST(ReadValue, ReadsPercentages) {
  const auto read = [](std::string_view text) {
    return read_as<std::uint64_t>("double-runs", text);
  };
  EXPECT_EQ(read("5%"), "50000");
  EXPECT_EQ(read("0.5%"), "5000");
  EXPECT_EQ(read("0.0001%"), "1");
  EXPECT_EQ(read("100%"), "1000000");
  EXPECT_EQ(read("100.0%"), "1000000");
  EXPECT_EQ(read("0%"), "0");
  EXPECT_EQ(read("0"), "0");
  for (const char* bad : {"5", "0.05", "100.0001%", "101%", "-5%", "0.00001%", "%", ".5%", "5.%",
                          "5 %", "5%%", "1e1%", "all", "99999999999999999999%"}) {
    EXPECT_THAT(read(bad), HasSubstr("expected a percentage from 0% to 100%")) << bad;
  }
  for (const char* text : {"5%", "0.5%", "0.0001%", "100%", "0%", "12.25%"}) {
    Options options;
    const OptionRow& row = option("double-runs");
    row.assign(options, std::get<Value>(read_value(row, text)));
    EXPECT_EQ(row.show(options), text);
  }
}

TEST(ReadValue, ReadsDurations) {
  const auto read = [](std::string_view text) { return read_as<double>("time-limit", text); };
  EXPECT_EQ(read("90"), "90");
  EXPECT_EQ(read("120s"), "120");
  EXPECT_EQ(read("2m"), "120");
  EXPECT_EQ(read("1.5h"), "5400");
  EXPECT_EQ(read("500ms"), "0.5");
  EXPECT_EQ(read(".5"), "0.5");
  for (const char* bad : {"s", "1d", "1 s", "-1s", "1s2", "1..2", "nan", "inf", "1e3", "1S", "."}) {
    EXPECT_THAT(read(bad), HasSubstr("expected a time")) << bad;
  }
  for (const char* bad : {"0", "0.0s", "999999999h"}) {
    EXPECT_THAT(read(bad), HasSubstr("out of range")) << bad;
  }
}

TEST(ReadValue, ReadsSizesInPowersOf1024) {
  const auto read = [](std::string_view text) {
    return read_as<std::uint64_t>("memory-limit", text);
  };
  EXPECT_EQ(read("4G"), "4294967296");
  EXPECT_EQ(read("4GiB"), "4294967296");
  EXPECT_EQ(read("4Gi"), "4294967296");
  EXPECT_EQ(read("4GB"), "4294967296");
  EXPECT_EQ(read("1.5M"), "1572864");
  EXPECT_EQ(read("2048k"), "2097152");
  EXPECT_EQ(read("1048576"), "1048576");
  EXPECT_EQ(read("1048576B"), "1048576");
  for (const char* bad : {"G", "4Q", "4GG", "4Gx", "-4G", "4 G", "0x4G"}) {
    EXPECT_THAT(read(bad), HasSubstr("expected a size")) << bad;
  }
  EXPECT_THAT(read("1"), HasSubstr("out of range: it must be 1M..1E"));
  EXPECT_THAT(read("99999999999999999999999E"), HasSubstr("out of range"));
}

TEST(ReadValue, ReadsChoicesAndRelations) {
  EXPECT_EQ(read_as<std::uint64_t>("strategy", "exhaustive"), "3");
  EXPECT_THAT(read_as<std::uint64_t>("strategy", "guess"),
              HasSubstr("expected lineage or molly or random or exhaustive or fts, not \"guess\""));
  EXPECT_EQ(read_as<std::string>("pre", "pre_2"), "pre_2");
  EXPECT_THAT(read_as<std::string>("pre", "pre-2"), HasSubstr("expected a relation's name"));
  EXPECT_LT(read_as<std::string>("pre", std::string(500, '(')).size(), 130U);
}

TEST(ShowBytes, IsExact) {
  EXPECT_EQ(show_bytes(0), "0");
  EXPECT_EQ(show_bytes(1000), "1000");
  EXPECT_EQ(show_bytes(1024), "1K");
  EXPECT_EQ(show_bytes((std::uint64_t{1} << 32U) + 1), "4294967297");
  EXPECT_EQ(show_bytes(std::uint64_t{1} << 63U), "8E");
}

TEST(SplitNames, TrimsAndKeepsEmptyOnes) {
  EXPECT_THAT(split_names("a, b ,c"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split_names(""), ElementsAre(""));
  EXPECT_THAT(split_names("a,,b,"), ElementsAre("a", "", "b", ""));
}

}  // namespace
}  // namespace ldfi::config
