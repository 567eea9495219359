#include "master/life/go_on.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <ctime>

#include "common/base/shell_words.hpp"
#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"
#include "common/journal/frame.hpp"

namespace ldfi::app {
namespace {

/// Options that may differ when a run goes on. What is searched counts by its texts, wherever they
/// lie, the nodes by what they turned out to be.
constexpr std::array<std::string_view, 21> may_differ{
    "program",   "include",     "param",      "nodes",      "exhaustive-limit",
    "replay",    "check",       "time-limit", "max-runs",   "memory-limit",
    "max-facts", "job-timeout", "output",     "resume",     "results-only",
    "summary",   "quiet",       "verbose",    "recordings", "diagnostics",
    "keep"};

}  // namespace

journal::Header header_of_options(const std::vector<std::string>& arguments,
                                  const config::Options& options) {
  journal::Header header;
  header.version = config::version();
  header.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  header.command_line = arguments;
  for (auto& [name, value] : config::effective_options(options)) {
    if (std::find(may_differ.begin(), may_differ.end(), name) == may_differ.end()) {
      header.settings.push_back({name, value});
    }
  }
  return header;
}

journal::Setting text_setting(const std::string& name, const std::string& text) {
  return {name,
          fmt::format("{} bytes with hash {:016x}", text.size(), journal::key_of(text).front())};
}

std::string resume_command(const std::vector<std::string>& arguments, bool resumed, int ranks) {
  std::string out = ranks > 1 ? fmt::format("mpirun -n {}", ranks) : std::string();
  out += (out.empty() ? "" : " ") + shell_command(arguments);
  return resumed ? out : out + " --resume";
}

}  // namespace ldfi::app
