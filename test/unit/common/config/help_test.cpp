// --help shows every option of the table.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"

namespace ldfi::config {
namespace {

using ::testing::HasSubstr;
using ::testing::ThrowsMessage;

TEST(Help, OfAllIsCompleteAndNarrow) {
  const std::string help = help_text("all");
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  for (const OptionRow& row : option_table()) {
    const std::string shown(row.kind == Kind::programs ? row.value_name : row.name);
    EXPECT_THAT(help, HasSubstr(shown));
    for (const std::string& choice : row.choices) EXPECT_THAT(help, HasSubstr(choice));
  }
  for (const char* status :
       {"  0  ", "  1  ", "  2  ", "  64 ", "  65 ", "  70 ", "  74 ", "  85 "}) {
    EXPECT_THAT(help, HasSubstr(std::string("\n") + status));
  }
  EXPECT_EQ(parse_command_line({"--help", "all"}).text, help);
}

TEST(Help, OfDailyUseFitsOneScreen) {
  const std::string help = help_text();
  EXPECT_LE(std::ranges::count(help, '\n'), 48);
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  EXPECT_EQ(parse_command_line({"--help"}).text, help);
  EXPECT_EQ(parse_command_line({"--help", "configs/kafka.yaml"}).text, help);
  EXPECT_EQ(parse_command_line({"-h", "--zebra"}).action, CommandLine::Action::help);
}

TEST(Help, TheTopicsTogetherHaveEveryOption) {
  std::string together;
  for (const std::string& topic : help_topics()) {
    if (topic != "all") together += help_text(topic);
  }
  for (const OptionRow& row : option_table()) {
    if (row.kind == Kind::programs) continue;
    EXPECT_THAT(together, HasSubstr("--" + std::string(row.name)));
  }
}

TEST(Help, SaysWhichTopicIsMeant) {
  EXPECT_THAT(
      [] {
        parse_command_line({"--help", "fault"});
      },
      ThrowsMessage<UsageError>(HasSubstr("did you mean faults?")));
  EXPECT_THAT(
      [] {
        parse_command_line({"--help", "zebra"});
      },
      ThrowsMessage<UsageError>(HasSubstr("topics: input, faults, search")));
}

}  // namespace
}  // namespace ldfi::config
