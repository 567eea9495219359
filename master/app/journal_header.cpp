#include "master/app/journal_header.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "common/config/option_table.hpp"
#include "common/config/replay_command.hpp"
#include "master/journal/frame.hpp"

namespace ldfi::app {
namespace {

/// Options that may differ when a run goes on. The program counts by its texts, wherever they lie,
/// the nodes by what they turned out to be.
constexpr std::array<std::string_view, 19> may_differ{
    "program",      "include",  "param",        "nodes",     "exhaustive-limit", "replay", "check",
    "time-limit",   "max-runs", "memory-limit", "max-facts", "job-timeout",      "output", "resume",
    "results-only", "summary",  "diagnostics",  "quiet",     "verbose"};

std::string base_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);  // npos + 1 is 0
}

}  // namespace

journal::Header journal_header(const Task& task) {
  journal::Header header;
  header.version = config::version();
  header.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  header.command_line = task.arguments;
  for (const auto& file : task.sources.files) {
    const auto key = journal::key_of(file.text);
    header.settings.push_back(
        {"program text " + base_name(file.name),
         fmt::format("{} bytes with hash {:016x}", file.text.size(), key[0])});
  }
  header.settings.push_back({"nodes", fmt::format("{}", fmt::join(task.fspec.nodes(), ","))});
  for (auto& [name, value] : config::effective_options(task.options)) {
    if (std::find(may_differ.begin(), may_differ.end(), name) == may_differ.end()) {
      header.settings.push_back({name, value});
    }
  }
  return header;
}

std::string resume_command(const Task& task, int ranks) {
  std::string out = ranks > 1 ? fmt::format("mpirun -n {}", ranks) : std::string();
  for (const auto& word : task.arguments)
    out += (out.empty() ? "" : " ") + config::shell_quoted(word);
  return task.options.resume ? out : out + " --resume";
}

}  // namespace ldfi::app
