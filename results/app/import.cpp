#include "results/app/import.hpp"

#include <fmt/core.h>

#include "common/base/errors.hpp"
#include "common/dedalus/language/text_file.hpp"
#include "common/shiviz/steps.hpp"
#include "results/app/output.hpp"

namespace ldfi::results {
namespace {

constexpr std::size_t most_bytes_of_names = std::size_t{1} << 20U;

FileId add(SourceSet& sources, const std::string& path, std::size_t most_bytes) {
  dedalus::TextFile read = dedalus::read_text_file(path, most_bytes);
  if (!read.text && !read.too_large) {
    throw EnvironmentError(fmt::format("{}: {}", path, read.problem));
  }
  const FileId file = sources.add(path, std::move(read.text).value_or(""));
  if (read.too_large) {
    throw SourcedError(
        {{Severity::error, "shiviz", {file, 0, 0, 1}, "the file " + read.problem, {}}}, sources);
  }
  return file;
}

}  // namespace

void import_log(const CommandLine& line, Stage& stage) {
  SourceSet sources;
  const FileId log = add(sources, line.file, shiviz::most_bytes);
  const FileId names_file = add(sources, line.names, most_bytes_of_names);
  stage.computing();
  std::vector<Diagnostic> problems;
  const auto refuse = [&] {
    if (!problems.empty()) throw SourcedError(std::move(problems), std::move(sources));
  };
  const shiviz::Names names = shiviz::read_names(sources, names_file, problems);
  refuse();
  const auto events = shiviz::read_log(sources, log, problems);
  refuse();
  const auto steps = shiviz::steps_of(events, names, problems);
  refuse();
  if (steps.empty()) {
    problems.push_back(
        {Severity::error,
         "shiviz",
         {log, 1, 1, 1},
         "this log has no external or delivered message, so there is nothing to follow",
         {}});
  }
  refuse();
  stage.writing();
  write_output(line.output, shiviz::schedule_of(steps));
}

}  // namespace ldfi::results
