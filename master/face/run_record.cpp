#include "master/face/run_record.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <ctime>
#include <utility>

#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"

namespace ldfi::app {

RunRecord begin_record(const config::Options& options, std::vector<std::string> arguments,
                       int ranks) {
  RunRecord record;
  record.version = config::version();
  record.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  record.command_line = std::move(arguments);
  record.config_name = options.config_path;
  record.config_text = options.config_text;
  record.options = config::effective_options(options);
  record.strategy = config::option("strategy").show(options);
  record.seed = options.seed;
  record.ranks = ranks;
  return record;
}

std::string minimised_name(const std::string& output) {
  const std::string ending = ".h5";
  const bool ends = output.ends_with(ending);
  return output.substr(0, output.size() - (ends ? ending.size() : 0)) + "-minimised" + ending;
}

}  // namespace ldfi::app
