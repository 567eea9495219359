// Commands are short for arguments.
#include "common/config/arguments.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/base/errors.hpp"
#include "common/config/command_line.hpp"

namespace ldfi::config {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Words = std::vector<std::string>;

/// Returns the arguments that these words stand for.
Words canonical(Words words) {
  words.insert(words.begin(), "ldfi-farm");
  Words out = canonical_arguments(words);
  out.erase(out.begin());
  return out;
}

TEST(Arguments, StayAsTheyAreWithoutACommand) {
  EXPECT_THAT(canonical({}), ElementsAre());
  EXPECT_THAT(canonical({"a.yaml", "-t", "6", "--quiet"}),
              ElementsAre("a.yaml", "-t", "6", "--quiet"));
  EXPECT_THAT(canonical({"./search"}), ElementsAre("./search"));
  EXPECT_THAT(canonical({"a.ded", "search"}), ElementsAre("a.ded", "search"));
}

TEST(Arguments, ACommandIsItsOption) {
  EXPECT_THAT(canonical({"search", "a.yaml"}), ElementsAre("a.yaml"));
  EXPECT_THAT(canonical({"count", "a.yaml", "-q"}), ElementsAre("--count", "a.yaml", "-q"));
  EXPECT_THAT(canonical({"prove", "a.yaml"}), ElementsAre("--forever", "a.yaml"));
  EXPECT_THAT(canonical({"lint", "a.yaml"}), ElementsAre("--check", "a.yaml"));
  EXPECT_THAT(canonical({"minimise", "a.yaml"}), ElementsAre("--minimise", "a.yaml"));
  EXPECT_THAT(canonical({"sweep", "a.yaml"}), ElementsAre("--sweep", "a.yaml"));
}

TEST(Arguments, ReplayAndTracesTakeTheLastFileAsTheirValue) {
  EXPECT_THAT(canonical({"replay", "a.yaml", "C(a,4)", "-t", "9"}),
              ElementsAre("--replay", "C(a,4)", "a.yaml", "-t", "9"));
  EXPECT_THAT(canonical({"replay", "a.ded", "-t9", "--eff=3", "none"}),
              ElementsAre("--replay", "none", "a.ded", "-t9", "--eff=3"));
  EXPECT_THAT(canonical({"replay", "-q", "a.yaml", "--", "none"}),
              ElementsAre("--replay", "none", "-q", "a.yaml", "--"));
  EXPECT_THAT(canonical({"traces", "--next", "3", "folder"}),
              ElementsAre("--traces", "folder", "--next", "3"));
  EXPECT_THAT(
      [] {
        canonical({"traces", "--next", "3"});
      },
      ThrowsMessage<UsageError>(HasSubstr("traces: FOLDER is missing")));
}

TEST(Arguments, JsonIsASummary) {
  EXPECT_THAT(canonical({"a.yaml", "--json"}), ElementsAre("a.yaml", "--summary", "json"));
  EXPECT_THAT(canonical({"-o", "--json"}), ElementsAre("-o", "--json"));
  EXPECT_THAT(canonical({"--", "--json"}), ElementsAre("--", "--json"));
}

TEST(Arguments, HelpOfACommandIsThatOfItsTopic) {
  EXPECT_THAT(canonical({"prove", "--help"}), ElementsAre("--help", "prove"));
  EXPECT_THAT(canonical({"lint", "a.yaml", "-h"}), ElementsAre("--help", "search"));
  for (const CommandWord& command : command_table()) {
    EXPECT_THAT(help_topics(), Contains(std::string(command.topic))) << command.name;
    if (!command.option.empty()) {
      EXPECT_EQ(option(command.option).name, command.option);
    }
  }
}

TEST(Arguments, AnUnknownCommandHasAHint) {
  EXPECT_THAT(
      [] {
        parse_command_line({"serch", "a.yaml"});
      },
      ThrowsMessage<UsageError>(HasSubstr("did you mean search?")));
  EXPECT_THAT(
      [] {
        parse_command_line({"zebra", "a.yaml"});
      },
      ThrowsMessage<UsageError>(HasSubstr("commands: search, sweep")));
  EXPECT_THAT(
      [] {
        parse_command_line({"count", "a.yaml"});
      },
      ThrowsMessage<UsageError>(
          "the command count must be the first argument, and the only command"));
}

TEST(Arguments, AnOptionIsFoundByEachOfItsForms) {
  const auto name = [](const std::string& argument) {
    const std::vector<Argument> found = classified(Words{argument});
    return found.front().row == nullptr ? "" : std::string(found.front().row->name);
  };
  EXPECT_EQ(name("--eot"), "eot");
  EXPECT_EQ(name("--eot=4"), "eot");
  EXPECT_EQ(name("-t"), "eot");
  EXPECT_EQ(name("-t4"), "eot");
  EXPECT_EQ(name("--eo"), "");
  EXPECT_EQ(name("eot"), "");
  EXPECT_EQ(name("-"), "");
  EXPECT_EQ(name("--"), "");
}

TEST(Arguments, EachHasOnePart) {
  const auto parts = [](const Words& words) {
    std::string out;
    for (const Argument& one : classified(words)) {
      out += one.part == Part::option  ? 'o'
             : one.part == Part::value ? 'v'
             : one.part == Part::file  ? 'f'
                                       : '-';
    }
    return out;
  };
  EXPECT_EQ(parts({"--eot", "4", "a.ded"}), "ovf");
  EXPECT_EQ(parts({"--eot=4", "a.ded"}), "of");
  EXPECT_EQ(parts({"-t", "4", "a.ded"}), "ovf");
  EXPECT_EQ(parts({"-t4", "a.ded"}), "of");
  EXPECT_EQ(parts({"--quiet", "a.ded"}), "of");
  EXPECT_EQ(parts({"-o", "--", "a.ded", "-", "--", "-q", "--"}), "ovff-ff");
  EXPECT_EQ(parts({"--zebra", "-z", "-t"}), "ooo");
}

TEST(Arguments, CombinedShortOptionsAreSplit) {
  EXPECT_THAT(canonical({"-qt", "6", "a.ded"}), ElementsAre("-q", "-t", "6", "a.ded"));
  EXPECT_THAT(canonical({"-qt6", "a.ded"}), ElementsAre("-q", "-t6", "a.ded"));
  EXPECT_THAT(canonical({"-tq", "a.ded"}), ElementsAre("-tq", "a.ded"));
  EXPECT_THAT(canonical({"-qz", "a.ded"}), ElementsAre("-q", "-z", "a.ded"));
  EXPECT_THAT(canonical({"replay", "a.yaml", "C(a,4)", "-qc", "1"}),
              ElementsAre("--replay", "C(a,4)", "a.yaml", "-q", "-c", "1"));
  EXPECT_THAT(canonical({"prove", "-qh"}), ElementsAre("--help", "prove"));
}

TEST(Arguments, AValueIsNotReadAsAnOption) {
  EXPECT_THAT(canonical({"lint", "a.yaml", "-o", "-h"}),
              ElementsAre("--check", "a.yaml", "-o", "-h"));
  EXPECT_THAT(canonical({"lint", "--", "-h"}), ElementsAre("--check", "--", "-h"));
}

}  // namespace
}  // namespace ldfi::config
