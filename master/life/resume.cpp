#include "master/life/resume.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <ctime>

#include "common/base/shell_words.hpp"
#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"
#include "common/journal/frame.hpp"

namespace ldfi::app {

journal::Header header_of_options(const std::vector<std::string>& arguments,
                                  const config::Options& options) {
  journal::Header header;
  header.version = config::version();
  header.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  header.command_line = arguments;
  // Inputs are compared by their contents, so their paths are left out. Nodes are compared as the
  // final list of names, because several options contribute to it.
  for (const config::OptionRow& row : config::option_table()) {
    if (!row.uses.resume) header.settings.push_back({std::string(row.name), row.show(options)});
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
