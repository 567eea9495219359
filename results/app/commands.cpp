#include "results/app/commands.hpp"

#include "results/app/choose.hpp"
#include "results/app/output.hpp"

namespace ldfi::results {
namespace {

std::string argument(const CommandLine& line, std::size_t index) {
  return index < line.runs.size() ? line.runs[index] : "";
}

}  // namespace

void execute_command(const CommandLine& line, const RunRecord& run) {
  const auto cells = [&] { return choose_cells(run, line.cell); };
  std::string text;
  switch (line.command) {
    case Command::summary:
      text = line.json ? summary_json(run, cells()) : summary_text(run, cells());
      break;
    case Command::falsifiers:
      text = line.json ? falsifiers_json(run, cells()) : falsifiers_text(run, cells());
      break;
    case Command::show:
      text = show_text(run, choose_cell(run, line.cell), argument(line, 0), line.state);
      break;
  }
  write_output(line.output, text);
}

}  // namespace ldfi::results
