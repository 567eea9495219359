// The options may be unreadable because of an error in the config. So the value of --diagnostics is read from
// the arguments themselves.
#include "master/app/diagnose.hpp"

#include "common/base/contract.hpp"
#include "common/config/command_line.hpp"
#include "master/face/diagnostics_out.hpp"
#include "master/face/log.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

using config::DiagnosticsFormat;

std::optional<DiagnosticsFormat> asked_for_diagnostics(const std::vector<std::string>& arguments) {
  constexpr std::string_view option = "--diagnostics";
  for (std::size_t i = 1; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string_view word = arguments[i];
    if (!word.starts_with(option)) continue;
    std::string_view form = word.substr(option.size());
    if (form.starts_with('=')) {
      form.remove_prefix(1);
    } else if (form.empty() && i + 1 < arguments.size()) {
      form = arguments[i + 1];
    }
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
