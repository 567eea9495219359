#include "common/config/command_line.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/base/contract.hpp"
#include "common/config/option_table.hpp"

namespace ldfi::config {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

/// A folder of its own for each test.
class CommandLineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("ldfi_config_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  /// The rendered report of a config; empty if it is fine.
  static std::string complaint(const std::string& config) {
    try {
      parse_command_line({config});
    } catch (const SourcedError& e) {
      return render(e.diagnostics(), e.sources());
    }
    return "";
  }

  fs::path folder_;
};

const char* const valid = "program: [p/a.ded, ../b.ded]\nfspec: {eot: 6, eff: 4}\n";

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
  EXPECT_EQ(o.crashes, 0);
  EXPECT_THAT(o.nodes, ElementsAre("x"));
  EXPECT_EQ(o.stop, StopRule::first);
  EXPECT_EQ(o.output, "out.h5");
  EXPECT_EQ(o.verbosity, Verbosity::verbose);
}

TEST_F(CommandLineTest, LetsTheCommandLineCompleteTheConfig) {
  const std::string config = write("x.yaml", "program: [a.ded]\n");
  EXPECT_EQ(parse_command_line({config, "-t", "3", "-f", "2"}).options.eff, 2);
}

TEST_F(CommandLineTest, RefusesWhatIsNoReadableFile) {
  EXPECT_THAT(complaint(path("no.yaml")), HasSubstr("No such file"));
  fs::create_directory(path("dir.yaml"));
  EXPECT_THAT(complaint(path("dir.yaml")), HasSubstr("is a directory"));
  ASSERT_EQ(::mkfifo(path("fifo.yaml").c_str(), 0600), 0);
  EXPECT_THAT(complaint(path("fifo.yaml")), HasSubstr("is a FIFO"));
  fs::create_symlink("/dev/zero", path("zero.yaml"));
  EXPECT_THAT(complaint(path("zero.yaml")), HasSubstr("is a device"));
  fs::create_symlink("loop.yaml", path("loop.yaml"));
  EXPECT_THAT(complaint(path("loop.yaml")), HasSubstr("cannot open"));
}

TEST_F(CommandLineTest, BoundsTheSizeOfConfigs) {
  const std::size_t most = std::size_t{1} << 20U;
  std::string text = std::string(valid) + "#";
  text.resize(most, 'x');
  EXPECT_EQ(complaint(write("most.yaml", text)), "");
  EXPECT_THAT(complaint(write("more.yaml", text + "x")), HasSubstr("larger than 1 MiB"));
}

std::string repeated(const std::string& text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out += text;
  return out;
}

// None of these may overflow the stack, take long, or report more than anyone reads.
TEST_F(CommandLineTest, SurvivesHostileConfigs) {
  for (const auto& [unit, count] :
       std::vector<std::pair<std::string, std::size_t>>{{"[", 200'000},
                                                        {"{a: ", 40'000},
                                                        {"- ", 100'000},
                                                        {"? ", 100'000},
                                                        {"\"", 200'000},
                                                        {"'", 200'001},
                                                        {"a: ", 60'000},
                                                        {"&a ", 60'000},
                                                        {"!a ", 60'000},
                                                        {"*a ", 60'000},
                                                        {"-\n", 100'000},
                                                        {"#\n", 100'000},
                                                        {"%a b\n", 40'000},
                                                        {"---\n", 50'000},
                                                        {"a:\n", 60'000},
                                                        {"|\n", 100'000},
                                                        {"[a, ", 50'000},
                                                        {"}", 200'000}}) {
    const std::string report = complaint(write("hostile.yaml", repeated(unit, count)));
    EXPECT_THAT(report, HasSubstr("error")) << unit;
    EXPECT_LT(report.size(), 40'000U) << unit;
  }
}

TEST_F(CommandLineTest, SurvivesMutatedConfigs) {
  std::string text = std::string(valid) +
                     "nodes: [a, b]\nsearch: {stop: all, seed: 1}\n"
                     "limits: {time: 2m, memory: 4G}\n";
  std::uint32_t state = 1;
  const auto random = [&state](std::size_t below) {
    state = state * 1664525U + 1013904223U;
    return (state >> 8U) % below;
  };
  const std::string alphabet(
      "{}[]:,-?&*!|>'\"%@`#\n\t \0\xff\xc3\xb6"
      "a0",
      29);
  for (int round = 0; round < 500; ++round) {
    std::string mutated = text;
    for (std::size_t i = 1 + random(4); i > 0; --i) {
      mutated[random(mutated.size())] = alphabet[random(alphabet.size())];
    }
    const std::string config = write("mutated.yaml", mutated);
    EXPECT_NO_THROW({
      try {
        parse_command_line({config});
      } catch (const SourcedError& e) {
        render(e.diagnostics(), e.sources());
      }
    }) << mutated;
  }
}

TEST_F(CommandLineTest, ReadsEveryConfigThatWeShip) {
  std::size_t count = 0;
  for (const auto& entry :
       fs::recursive_directory_iterator(std::string(LDFI_SOURCE_DIR) + "/configs")) {
    if (entry.path().extension() != ".yaml") continue;
    ++count;
    EXPECT_EQ(complaint(entry.path()), "");
  }
  RecordProperty("configs", static_cast<int>(count));
}

TEST(Help, IsCompleteAndNarrow) {
  const std::string help = help_text();
  std::istringstream lines(help);
  for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 100U) << line;
  for (const OptionRow& row : option_table()) {
    const std::string shown(row.kind == Kind::programs ? row.placeholder : row.name);
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

TEST(Version, IsPrintedWithTheName) {
  const CommandLine line = parse_command_line({"--version"});
  EXPECT_EQ(line.action, CommandLine::Action::version);
  EXPECT_EQ(line.text, "ldfi-farm " + std::string(version()) + "\n");
}

}  // namespace
}  // namespace ldfi::config
