// Each NAME.yaml here is read as `ldfi-farm NAME.yaml`, each NAME.args as the arguments it holds,
// one a line. The exit status and report, or the options that differ from their defaults, must equal
// NAME.err; all-options.err has every option. LDFI_UPDATE_GOLDENS=1 writes the .err files anew.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"
#include "common/config/system_config.hpp"

namespace ldfi::config {
namespace {

namespace fs = std::filesystem;

fs::path folder() {
  return fs::path(LDFI_SOURCE_DIR) / "test/corpus/config";
}

std::string slurp(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(folder())) {
    const std::string extension = entry.path().extension();
    if (entry.is_regular_file() && (extension == ".yaml" || extension == ".args")) {
      names.push_back(entry.path().filename());
    }
  }
  std::sort(names.begin(), names.end());
  return names;
}

std::vector<std::string> arguments(const fs::path& file) {
  if (file.extension() == ".yaml") return {file.filename()};
  std::vector<std::string> args;
  std::istringstream lines(slurp(file));
  for (std::string line; std::getline(lines, line);) args.push_back(line);
  return args;
}

/// The options that took effect: all of them, or those that differ from their defaults.
std::string effect(const Options& options, bool all) {
  std::string out = "runs with\n";
  const auto values = effective_options(options);
  const auto defaults = effective_options(Options{});
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (all || values[i] != defaults[i]) out += values[i].first + "=" + values[i].second + "\n";
  }
  return out;
}

/// The keys of a config with `system` that differ from their defaults, as far as rows store them.
std::string effect(const SystemConfig& config) {
  std::string out;
  for (const OptionRow& row : key_table()) {
    const std::string value = row.show(config);
    if (value != row.show(SystemConfig{}))
      out += "  " + std::string(row.yaml) + ": " + value + "\n";
  }
  return out;
}

std::string outcome(const std::vector<std::string>& args, bool all) {
  try {
    const CommandLine line = parse_command_line(args);
    if (line.action != CommandLine::Action::run) return "exit 0\n" + line.text;
    std::string out = effect(line.options, all);
    if (line.system) out += effect(SystemConfig{*line.system, line.options, {}, {}, {}});
    for (const SystemCell& cell : line.cells) out += "cell " + cell.name + "\n";
    return out;
  } catch (const UsageError& e) {
    return std::string("exit 64\n") + e.what() + "\n";
  } catch (const SourcedError& e) {
    return "exit 65\n" + render(e.diagnostics(), e.sources());
  }
}

class ConfigCorpus : public ::testing::TestWithParam<std::string> {};

TEST_P(ConfigCorpus, IsReportedAsExpected) {
  fs::current_path(folder());
  const fs::path file = folder() / GetParam();
  fs::path golden = file;
  golden.replace_extension(".err");
  const std::string actual = outcome(arguments(file), file.stem() == "all-options");
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) std::ofstream(golden) << actual;
  EXPECT_EQ(actual, slurp(golden));
}

INSTANTIATE_TEST_SUITE_P(
    Corpus, ConfigCorpus, ::testing::ValuesIn(case_names()), [](const auto& test_case) {
      std::string name = test_case.param;
      std::replace_if(
          name.begin(), name.end(),
          [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
      return name;
    });

}  // namespace
}  // namespace ldfi::config
