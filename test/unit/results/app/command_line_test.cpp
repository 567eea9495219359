#include "results/app/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

namespace ldfi::results {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string problem(const std::vector<std::string>& args) {
  try {
    parse_command_line(args);
  } catch (const UsageError& e) {
    return e.what();
  }
  return "";
}

TEST(CommandLine, Reads) {
  const CommandLine line = parse_command_line({"show", "x.h5", "f2", "--cell", "6,4,1", "--state"});
  EXPECT_EQ(line.command, Command::show);
  EXPECT_EQ(line.file, "x.h5");
  EXPECT_THAT(line.runs, ElementsAre("f2"));
  EXPECT_EQ(line.cell, "6,4,1");
  EXPECT_TRUE(line.state);
  EXPECT_EQ(parse_command_line({"serve", "x.h5", "--port", "65535"}).port, 65535);
}

TEST(CommandLine, SaysWhatIsWrong) {
  EXPECT_THAT(problem({}), HasSubstr("write a command and a results file"));
  EXPECT_THAT(problem({"shw", "x.h5"}), HasSubstr("did you mean show?"));
  EXPECT_THAT(problem({"show"}), HasSubstr("the name of a results file (.h5) is missing"));
  EXPECT_THAT(problem({"show", "x.h5", "O(a,b,1)", "C(a,2)"}), HasSubstr("needs quotes"));
  EXPECT_THAT(problem({"summary", "x.h5", "--state"}), HasSubstr("summary has no option --state"));
  EXPECT_THAT(problem({"summary", "x.h5", "--jsno"}), HasSubstr("did you mean --json?"));
  EXPECT_THAT(problem({"summary", "x.h5", "--cell"}), HasSubstr("--cell: the value is missing"));
  EXPECT_THAT(problem({"summary", "x.h5", "-o", "x.h5"}), HasSubstr("replace the results file"));
  EXPECT_THAT(problem({"summary", "x.h5", "--cell", "1", "--cell", "2"}), HasSubstr("2 times"));
  EXPECT_THAT(problem({"serve", "x.h5", "--port", "65536"}),
              HasSubstr("takes a number from 0 to 65535"));
  EXPECT_THAT(problem({"serve", "x.h5", "--cell", "1"}), HasSubstr("serve has no option --cell"));
}

TEST(CommandLine, HelpNamesEverythingAndFits) {
  const std::string help = help_text();
  for (const CommandRow& row : command_table()) {
    EXPECT_THAT(help, HasSubstr("\n  " + std::string(row.name)));
  }
  for (const OptionRow& row : option_table()) {
    EXPECT_THAT(help, HasSubstr("--" + std::string(row.name)));
  }
  std::size_t begin = 0;
  for (std::size_t end; (end = help.find('\n', begin)) != std::string::npos; begin = end + 1) {
    EXPECT_LE(end - begin, 100U) << help.substr(begin, end - begin);
  }
}

TEST(CommandTable, ACommandThatReadsResultsHasAViewOfPrograms) {
  const std::set<Command> tools{Command::serve, Command::watch, Command::import_log,
                                Command::check};
  for (const CommandRow& row : command_table()) {
    EXPECT_EQ(row.views.program == nullptr, tools.contains(row.command)) << row.name;
    EXPECT_TRUE(row.views.sweep == nullptr || row.views.system != nullptr) << row.name;
    EXPECT_EQ(row_of(row.command).name, row.name);
  }
}

}  // namespace
}  // namespace ldfi::results
