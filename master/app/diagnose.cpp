// The options may be unreadable because of an error in the config. So the value of --diagnostics is read from
// the arguments themselves.
#include "master/app/diagnose.hpp"

#include <span>

#include "common/base/contract.hpp"
#include "common/config/arguments.hpp"
#include "common/config/command_line.hpp"
#include "master/face/diagnostics_out.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

using config::DiagnosticsFormat;

std::optional<DiagnosticsFormat> requested_diagnostics(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return std::nullopt;
  for (const config::Argument& one : config::classified(std::span(arguments).subspan(1))) {
    if (one.row == nullptr || one.row->name != "diagnostics") continue;
    const bool is_value = one.part == config::Part::value;
    const std::string form = is_value ? one.text : one.text.substr(one.text.find('=') + 1);
    if (form == "json") return DiagnosticsFormat::json;
    if (form == "sarif") return DiagnosticsFormat::sarif;
  }
  return std::nullopt;
}

ExitStatus run_diagnose(const std::vector<std::string>& arguments, DiagnosticsFormat form) {
  std::vector<Diagnostic> found;
  SourceSet sources;
  try {
    const config::CommandLine line =
        config::parse_command_line({arguments.begin() + 1, arguments.end()});
    if (line.action != config::CommandLine::Action::run) {
      print_result(line.text);
      return ExitStatus::certified;
    }
    LDFI_ENSURE(line.options.diagnostics == form, "both readings of --diagnostics agree");
    if (!line.system && line.options.traces.empty()) {
      const Task task = load_task(arguments, line);
      found = task.program.warnings;
      sources = task.program.sources;
    }
  } catch (const SourcedError& e) {
    found = e.diagnostics();
    sources = e.sources();
  } catch (const InputError& e) {
    found = e.diagnostics();
  }
  print_result(diagnostics_for_tools(found, sources, form));
  return has_errors(found) ? ExitStatus::input : ExitStatus::certified;
}

}  // namespace ldfi::app
