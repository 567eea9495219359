#include "master/app/record.hpp"

#include "master/face/run_record.hpp"

namespace ldfi::app {

RunRecord make_record(const Task& task, int ranks) {
  RunRecord record = begin_record(task.options, task.arguments, ranks);
  for (const auto& file : task.sources.files) record.program.push_back({file.name, file.text});
  return record;
}

}  // namespace ldfi::app
