#include "common/config/param.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "common/config/option_table.hpp"
#include "test/unit/common/config/fixture.hpp"

namespace ldfi::config {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Axes = std::vector<std::vector<std::string>>;

/// Returns the axis, or the error message.
std::vector<std::string> read(const std::string& text) {
  const auto axes = read_param_axes(option("sweep-param"), {text});
  if (const auto* refusal = std::get_if<Refusal>(&axes)) return {refusal->message};
  return std::get<0>(axes).front();
}

std::string refused(const Axes& axes) {
  const auto refusal = check_param_axis(axes, axes.size() - 1);
  return refusal ? refusal->message : "";
}

TEST(ParamAxis, ReadsValuesAndRanges) {
  EXPECT_THAT(read("LEASE=3"), ElementsAre("LEASE", "3"));
  EXPECT_THAT(read("LEASE=3,-5,7..11/2"), ElementsAre("LEASE", "3", "-5", "7", "9", "11"));
  EXPECT_THAT(read(R"(WHO=a,"b,c","d\",e",x..y)"),
              ElementsAre("WHO", "a", R"("b,c")", R"("d\",e")", "x..y"));
  EXPECT_THAT(read("A=04,-0,0003"), ElementsAre("A", "4", "0", "3"));
  EXPECT_THAT(read("A=2,02"), ElementsAre("A has the value 2 twice"));
  EXPECT_THAT(read("LEASE"), ElementsAre("LEASE has no values"));
  EXPECT_THAT(read("LEASE="), ElementsAre("a value of LEASE is empty"));
  EXPECT_THAT(read("A=3..1"), ElementsAre(HasSubstr("the range from 3 to 1 is empty")));
  EXPECT_THAT(read("A=1..99999999"), ElementsAre(HasSubstr("more than 10000 values")));
  EXPECT_THAT(read("A=1..99999999999"), ElementsAre(HasSubstr("out of range")));
}

TEST(ParamAxis, RefusesWhatIsNone) {
  EXPECT_EQ(refused({{"A", "3"}, {"B", "3", "4"}}), "");
  EXPECT_THAT(refused({{"A"}}), HasSubstr("A has no values"));
  EXPECT_THAT(refused({{"1", "3"}}), HasSubstr("is not NAME=VALUES"));
  EXPECT_THAT(refused({{"A", "3"}, {"A", "4"}}), HasSubstr("A has two axes"));
  EXPECT_THAT(refused({{"A", "3", "4", "3"}}), HasSubstr("A has the value 3 twice"));
  EXPECT_THAT(refused({{"A", "3", ""}}), HasSubstr("a value of A is empty"));
  EXPECT_THAT(refused({std::vector<std::string>(max_axis + 2, "x")}), HasSubstr("too many"));
}

TEST(ParamAxis, IsShownAsItIsRead) {
  const Axes axes{{"A", "3", "-4"}, {"B", "x", R"("y,z")"}};
  EXPECT_EQ(show_param_axes(axes), R"(A=3,-4 B=x,"y,z")");
  EXPECT_EQ(show_param_axes({{"A", "x B=p", "q"}}), R"(A="x B=p",q)");
  EXPECT_EQ(read(R"(B=x,"y,z")"), axes[1]);
}

TEST(ParamValue, IsInQuotesUnlessItIsAWord) {
  EXPECT_EQ(param_value("a1"), "a1");
  EXPECT_EQ(param_value("17"), R"("17")");
  EXPECT_EQ(param_value("1..2"), R"("1..2")");
  EXPECT_EQ(param_value("a b"), R"("a b")");
  EXPECT_EQ(param_value(""), R"("")");
}

TEST(Params, WhatTheCommandLineSaysGoesFirst) {
  const Params out = merged({{"A=1", "B=2", "C=3"}, {{"B", "5", "6"}, {"D", "7", "8"}}},
                            {{"D=9"}, {{"C", "1", "2"}}});
  EXPECT_THAT(out.values, ElementsAre("A=1", "D=9"));
  EXPECT_EQ(out.axes, (Axes{{"B", "5", "6"}, {"C", "1", "2"}}));
  const Params other = merged({{"A=1"}, {{"B", "5"}}}, {{"A=2"}, {{"B", "6"}}});
  EXPECT_THAT(other.values, ElementsAre("A=2"));
  EXPECT_EQ(other.axes, (Axes{{"B", "6"}}));
  EXPECT_EQ(value_and_axis({{"A=1", "B=2"}, {{"C", "1"}, {"B", "1"}}}), "B");
  EXPECT_EQ(value_and_axis({{"BC=1"}, {{"B", "1"}}}), "");
}

using ParamOptions = CommandLineTest;

TEST_F(ParamOptions, OfAConfigAndOfTheCommandLineAreOne) {
  const std::string config =
      write("x.yaml",
            "program: [p/a.ded]\nfspec: {eot: 6, eff: 4}\nparams: {A: 1, B: two, C: 3}\n"
            "sweep: {params: {C: [3, four], D: {from: 2, to: 6, step: 2}, E: \"5\"}}\n");
  const Options plain = parse_command_line({config}).options;
  EXPECT_THAT(plain.params, ElementsAre("A=1", "B=\"two\""));
  EXPECT_EQ(plain.sweep_params, (Axes{{"C", "3", "four"}, {"D", "2", "4", "6"}, {"E", "\"5\""}}));
  EXPECT_TRUE(plain.sweep);
  const Options other =
      parse_command_line({config, "-D", "B=x", "-D", "C=1", "--sweep-param", "A=1..2"}).options;
  EXPECT_THAT(other.params, ElementsAre("B=x", "C=1"));
  EXPECT_EQ(other.sweep_params, (Axes{{"D", "2", "4", "6"}, {"E", "\"5\""}, {"A", "1", "2"}}));
  EXPECT_FALSE(parse_command_line({config, "--check"}).options.sweep);
}

TEST_F(ParamOptions, ValuesForAllAxesAreNoSweep) {
  const std::string config = write(
      "x.yaml", "program: [p/a.ded]\nfspec: {eot: 6, eff: 4}\nsweep: {params: {C: [3, 4]}}\n");
  EXPECT_TRUE(parse_command_line({config, "-t", "6", "-f", "4", "-c", "0"}).options.sweep);
  const Options one = parse_command_line({config, "-D", "C=3"}).options;
  EXPECT_FALSE(one.sweep);
  EXPECT_THAT(one.sweep_params, IsEmpty());
  const auto refused = [&](std::vector<std::string> more) {
    more.insert(more.begin(), config);
    try {
      parse_command_line(more);
    } catch (const UsageError& e) {
      return std::string(e.what());
    }
    return std::string();
  };
  EXPECT_THAT(refused({"--sweep-param", "C=1,2", "-D", "C=3"}), HasSubstr("exclude each other"));
  EXPECT_THAT(refused({"--replay", "none"}), HasSubstr("choose a value with -D C=3"));
  EXPECT_EQ(refused({"--replay", "none", "-D", "C=3"}), "");
}

TEST_F(ParamOptions, CountTheCells) {
  const std::string config =
      write("x.yaml",
            "program: [p/a.ded]\nfspec: {eot: 6, eff: 4}\n"
            "sweep: {params: {A: {from: 1, to: 200}, B: {from: 1, to: 51}}}\n");
  EXPECT_THAT(error_text(config), HasSubstr("10200 cells are too many"));
}

}  // namespace
}  // namespace ldfi::config
