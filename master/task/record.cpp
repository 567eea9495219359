#include "master/task/record.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <iterator>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/record/run.hpp"
#include "master/face/run_record.hpp"

namespace ldfi::app {

RunRecord make_record(const Task& task, int ranks) {
  RunRecord record = begin_record(task.options, task.arguments, ranks);
  for (const auto& file : task.sources.files) record.program.push_back({file.name, file.text});
  return record;
}

StoredAnswer::StoredAnswer(const Task& task)
    : sink_(task.options.output), place_(task.options.output) {
  if (place_.empty()) return;
  refuse_inputs(task, {place_});
  sink_.probe();
}

void StoredAnswer::store(const std::function<RunRecord()>& make) {
  if (place_.empty()) return;
  try {
    sink_.write(make());
  } catch (...) {
    trouble_ = std::current_exception();
    place_.clear();
  }
}

void StoredAnswer::complain() const {
  if (trouble_) std::rethrow_exception(trouble_);
}

void refuse_inputs(const Task& task, const std::vector<std::string>& written) {
  std::vector<std::string> inputs{task.options.config_path};
  for (const auto& file : task.sources.files) inputs.push_back(file.name);
  std::ranges::copy_if(task.options.known, std::back_inserter(inputs), is_stored);
  for (const auto& name : written) {
    for (const auto& input : inputs) {
      if (!files::is_same_file(name, input)) continue;
      throw UsageError(fmt::format(
          "{} is an input ({}) and would be overwritten; choose another --output", name, input));
    }
  }
}

}  // namespace ldfi::app
