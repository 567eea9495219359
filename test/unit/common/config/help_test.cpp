// --help against the table of options.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"

namespace ldfi::config {
namespace {

using ::testing::HasSubstr;

TEST(Help, IsCompleteAndNarrow) {
  const std::string help = help_text();
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
  EXPECT_EQ(parse_command_line({"--help"}).text, help);
  EXPECT_EQ(parse_command_line({"-h", "--zebra"}).action, CommandLine::Action::help);
}

}  // namespace
}  // namespace ldfi::config
