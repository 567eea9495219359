// The configs of the time before nodes could restart, each with the universe that the program
// grounded then. A kind of fault of which an Fspec admits none changes nothing: same facts, same
// instances, same numbers. To write them anew after a change of the grounding that is meant:
// LDFI_UPDATE_GOLDENS=1 corpus_universes; then read what changed.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "master/task/task.hpp"

namespace ldfi::app {
namespace {

const std::string golden = LDFI_SOURCE_DIR "/test/corpus/universes/published.expected";

struct Row {
  std::string command;   ///< a config's path, and options
  std::string universe;  ///< fingerprint and sizes
};

std::vector<Row> rows() {
  std::vector<Row> out;
  std::ifstream in(golden);
  for (std::string line; std::getline(in, line);) {
    const std::size_t colon = line.find(": ");
    out.push_back({line.substr(0, colon), line.substr(colon + 2)});
  }
  return out;
}

Task task_of(const std::string& command) {
  std::istringstream words(command);
  std::vector<std::string> arguments;
  for (std::string word; words >> word;) arguments.push_back(word);
  arguments[0].insert(0, LDFI_SOURCE_DIR "/configs/");
  return load_task(arguments, config::parse_command_line(arguments));
}

std::string universe_of(const Task& task) {
  const ground::Universe universe = task.universe();
  return fmt::format("{:016x}, {} facts, {} instances", universe.fingerprint(),
                     universe.fact_count(), universe.instance_count());
}

TEST(Universes, OfPublishedConfigsAreWhatTheyWere) {
  std::string now;
  for (const Row& row : rows()) {
    const std::string universe = universe_of(task_of(row.command));
    EXPECT_EQ(universe, row.universe) << row.command;
    now += row.command + ": " + universe + "\n";
  }
  EXPECT_NE(now, "");
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) std::ofstream(golden) << now;
}

// Nodes that may stop and restart, but none does: then nobody crashes, whatever a crash would be.
TEST(Universes, WithoutCrashesAreThoseOfEveryCrashModel) {
  for (const Row& row : rows()) {
    Task task = task_of(row.command);
    const auto with = [&task](CrashModel model) {
      FspecParameters p = task.fspec.parameters();
      p.crashes = 0;
      p.crash_model = model;
      task.fspec = Fspec(p);
      return universe_of(task);
    };
    const std::string silent = with(CrashModel::silent);
    EXPECT_EQ(with(CrashModel::stop), silent) << row.command;
    EXPECT_EQ(with(CrashModel::halt), silent) << row.command;
  }
}

}  // namespace
}  // namespace ldfi::app
