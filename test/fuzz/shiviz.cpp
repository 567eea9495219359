// A recording as a ShiViz log, and the names of its messages behind a line `====`.
#include "common/base/contract.hpp"
#include "common/shiviz/steps.hpp"
#include "test/fuzz/target.hpp"

namespace ldfi::fuzz {

void run(std::string_view bytes) {
  constexpr std::string_view between = "\n====\n";
  const std::size_t end = bytes.find(between);
  SourceSet sources;
  const FileId log = sources.add("log.txt", std::string(bytes.substr(0, end)));
  const FileId file = sources.add(
      "log.names",
      end == std::string_view::npos ? "" : std::string(bytes.substr(end + between.size())));
  std::vector<Diagnostic> problems;
  const auto events = shiviz::read_log(sources, log, problems);
  const bool right = problems.empty();
  LDFI_ENSURE(right != events.empty() || !right, "a log without events is refused");
  const shiviz::Names names = shiviz::read_names(sources, file, problems);
  LDFI_ENSURE(problems.size() <= 2 * shiviz::most_problems, "too many problems");
  if (right) {
    std::size_t received = 0;
    for (const auto& event : events) received += event.kind != shiviz::LogEvent::Kind::send;
    const auto steps = shiviz::steps_of(events, names, problems);
    LDFI_ENSURE(steps.size() <= received, "a step that nobody has received");
    LDFI_ENSURE(shiviz::schedule_of(steps).empty() == steps.empty(), "a step that is not written");
  }
  render(problems, sources);
}

}  // namespace ldfi::fuzz
