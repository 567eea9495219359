#include "master/app/record.hpp"

#include <fmt/chrono.h>
#include <fmt/core.h>

#include <ctime>

#include "common/config/command_line.hpp"
#include "common/config/option_table.hpp"

namespace ldfi::app {

RunRecord make_record(const Task& task, int ranks) {
  RunRecord record;
  record.version = config::version();
  record.started = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  record.command_line = task.arguments;
  record.config_name = task.options.config_path;
  record.config_text = task.options.config_text;
  for (const auto& file : task.sources.files) record.program.push_back({file.name, file.text});
  record.options = config::effective_options(task.options);
  record.strategy = config::option("strategy").show(task.options);
  record.seed = task.options.seed;
  record.ranks = ranks;
  return record;
}

}  // namespace ldfi::app
