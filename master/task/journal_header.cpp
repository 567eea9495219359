#include "master/task/journal_header.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "master/life/resume.hpp"

namespace ldfi::app {
namespace {

std::string base_name(const std::string& path) {
  return path.substr(path.find_last_of('/') + 1);  // if there is no slash, npos + 1 is 0
}

}  // namespace

journal::Header journal_header(const Task& task) {
  journal::Header header = header_of_options(task.arguments, task.options);
  std::vector<journal::Setting> searched;
  for (const auto& file : task.sources.files) {
    searched.push_back(text_setting("program text " + base_name(file.name), file.text));
  }
  header.nodes = task.fspec.nodes();
  header.stored = Names(task.fspec).relations;
  searched.push_back({"nodes", fmt::format("{}", fmt::join(task.fspec.nodes(), ","))});
  if (!task.stored.empty()) {
    std::string all;
    for (const StoredFalsifier& one : task.stored) {
      all += fmt::format("{}\n{}\n", one.faults, fmt::join(one.violated, "\n"));
    }
    searched.push_back(text_setting("known falsifiers", all));
  }
  header.settings.insert(header.settings.begin(), searched.begin(), searched.end());
  return header;
}

}  // namespace ldfi::app
