#include "common/config/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "test/unit/common/config/fixture.hpp"

namespace ldfi::config {
namespace {

using ::testing::ElementsAre;

TEST_F(CommandLineTest, ResolvesProgramsAgainstTheConfigsFolder) {
  const std::string config = write("flux.yaml", valid);
  const CommandLine line = parse_command_line({config});
  EXPECT_EQ(line.action, CommandLine::Action::run);
  EXPECT_THAT(line.options.programs, ElementsAre(path("p/a.ded"), path("../b.ded")));
  EXPECT_EQ(line.options.config_path, config);
  EXPECT_EQ(line.options.config_text, valid);
  EXPECT_EQ(line.options.output, "flux.h5");
  EXPECT_EQ(line.options.eot, 6);
  ASSERT_TRUE(line.config_file);
  EXPECT_EQ(line.sources.text(*line.config_file), valid);
  EXPECT_EQ(line.fspec_place.line, 2);
}

TEST_F(CommandLineTest, KeepsTheTextOfReplayForItsDiagnostics) {
  const CommandLine line =
      parse_command_line({"a.ded", "-t", "3", "-f", "1", "--replay", "O(a,b,1)"});
  ASSERT_TRUE(line.replay_file);
  EXPECT_EQ(line.sources.name(*line.replay_file), "--replay");
  EXPECT_EQ(line.sources.text(*line.replay_file), "O(a,b,1)");
  EXPECT_FALSE(line.config_file);
  EXPECT_GE(line.fspec_place.file.index(), line.sources.size());
}

TEST_F(CommandLineTest, NamesTheOutputAfterTheFirstProgram) {
  const auto output_of = [](const std::string& program) {
    return parse_command_line({program, "-t", "3", "-f", "1"}).options.output;
  };
  EXPECT_EQ(output_of("some/where/a.b.ded"), "a.b.h5");
  EXPECT_EQ(output_of("./a.ded"), "a.h5");
}

TEST_F(CommandLineTest, LetsTheCommandLineOverrideTheConfig) {
  const std::string config = write("x.yaml",
                                   "program: [a.ded]\n"
                                   "nodes: [a, b]\n"
                                   "fspec: {eot: 6, eff: 4, crashes: 1}\n"
                                   "search: {stop: all}\n"
                                   "output: from-config.h5\n");
  const Options o = parse_command_line({config, "--eot", "9", "-c", "0", "-N", "x", "--stop=first",
                                        "-o", "out.h5", "--verbose"})
                        .options;
  EXPECT_EQ(o.eot, 9);
  EXPECT_EQ(o.eff, 4);
  EXPECT_EQ(o.most.of<Crash>(), 0);
  EXPECT_THAT(o.nodes, ElementsAre("x"));
  EXPECT_EQ(o.stop, StopRule::first);
  EXPECT_EQ(o.output, "out.h5");
  EXPECT_EQ(o.verbosity, Verbosity::verbose);
}

TEST_F(CommandLineTest, LetsTheCommandLineCompleteTheConfig) {
  const std::string config = write("x.yaml", "program: [a.ded]\n");
  EXPECT_EQ(parse_command_line({config, "-t", "3", "-f", "2"}).options.eff, 2);
}

TEST(Version, IsPrintedWithTheName) {
  const CommandLine line = parse_command_line({"--version"});
  EXPECT_EQ(line.action, CommandLine::Action::version);
  EXPECT_EQ(line.text, "ldfi-farm " + std::string(version()) + "\n");
}

}  // namespace
}  // namespace ldfi::config
